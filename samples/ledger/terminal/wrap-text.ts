/** The lines of a text at most `width` columns wide, broken at spaces; only a longer word is cut. */
export function wrapText(text: string, width: number): readonly string[] {
  return text.split('\n').flatMap((line) => wrapLine(line, width))
}

/** Further lines hang below the first word: after a bullet, at the depth of indented text. */
function wrapLine(line: string, width: number): readonly string[] {
  const lead = /^ *(?:- )?/.exec(line)?.[0] ?? ''
  const lines: string[] = []
  let current = lead
  for (const word of line
    .slice(lead.length)
    .split(' ')
    .flatMap(cutTo(width - lead.length))) {
    const longer = current.length === lead.length ? current + word : `${current} ${word}`
    if (longer.length <= width) {
      current = longer
      continue
    }
    lines.push(current)
    current = ' '.repeat(lead.length) + word
  }
  return [...lines, current]
}

function cutTo(width: number): (word: string) => readonly string[] {
  return (word) => word.match(new RegExp(`.{1,${width}}`, 'gu')) ?? [word]
}
