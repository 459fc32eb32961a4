import { IsString, Length } from 'class-validator'
import { Describe } from 'tallystick'

/** What a route of this app would take as well, under a `ValidationPipe`. */
export class AddTaskDto {
  @IsString()
  @Length(1, 200)
  @Describe('What there is to do.')
  title!: string
}
