import { IsString, Length } from 'class-validator'
import { inject } from 'inversify'
import { Describe, Tool, type ToolContext } from 'tallystick'
import { ReportNumbers } from './report-numbers.js'

/** One call of the model, two of other people's servers: it goes through the view that the caller has. */
@Tool({
  server: 'desk',
  name: 'file_report',
  description: 'Keep a report as a file, and remember what it is about.',
})
export class FileReport {
  @IsString()
  @Length(1, 80)
  @Describe('What the report is about.')
  title!: string

  @IsString()
  @Length(1, 10_000)
  text!: string

  constructor(@inject(ReportNumbers) private readonly numbers: ReportNumbers) {}

  async call(context: ToolContext) {
    const number = this.numbers.next()
    const path = `${number}.md`
    await context.dispatch('files/write_file', {
      path,
      content: `# ${this.title}\n\n${this.text}\n`,
    })
    await context.dispatch('memory/create_entities', {
      entities: [{ name: number, entityType: 'report', observations: [this.title] }],
    })
    return { number, path }
  }
}
