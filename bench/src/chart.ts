import { mkdirSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'

/** What is used of the chart library, whose types no ESM program can import. */
interface Charts {
  init(
    element: null,
    theme: null,
    options: object,
  ): { setOption(option: object): void; renderToSVGString(): string; dispose(): void }
}

const charts = createRequire(import.meta.url)('echarts') as Charts

/** A bar of a chart. */
export interface Bar {
  readonly name: string
  readonly value: number
}

/** What a chart shows. */
export interface BarChart {
  readonly file: string
  readonly title: string
  readonly axis: Readonly<Record<string, unknown>>
  readonly bars: readonly Bar[]
}

/** Draws bars as an SVG beside the results, and words the link to it. */
export function drawBars({ file, title, axis, bars }: BarChart): string {
  const height = 90 + bars.length * 30
  const chart = charts.init(null, null, { renderer: 'svg', ssr: true, width: 820, height })
  chart.setOption({
    animation: false,
    backgroundColor: '#fff',
    title: { text: title, left: 'center', textStyle: { fontSize: 15 } },
    grid: { left: 280, right: 80, top: 45, bottom: 35 },
    xAxis: axis,
    yAxis: { type: 'category', inverse: true, data: bars.map(({ name }) => name) },
    series: [
      {
        type: 'bar',
        data: bars.map(({ value }) => Number(value.toFixed(2))),
        label: { show: true, position: 'right' },
      },
    ],
  })
  const folder = new URL('../charts/', import.meta.url)
  mkdirSync(folder, { recursive: true })
  writeFileSync(new URL(file, folder), chart.renderToSVGString())
  chart.dispose()
  return `![${title}](charts/${file})`
}
