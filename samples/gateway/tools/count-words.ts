import { IsString, Length } from 'class-validator'
import { Describe, Tool } from 'tallystick'

@Tool({
  server: 'desk',
  name: 'count_words',
  description: 'How many words a text has.',
  mutates: false,
})
export class CountWords {
  @IsString()
  @Length(1, 10_000)
  @Describe('The text to count.')
  text!: string

  call() {
    return { words: this.text.split(/\s+/).filter((word) => word !== '').length }
  }
}
