import { IsArray, IsIn, IsInt, IsString, Length, Min } from 'class-validator'
import { Tool, type ToolClass } from '../../dist/index.js'

const decorators: readonly (readonly [string, readonly PropertyDecorator[]])[] = [
  ['customer', [IsString(), Length(1, 64)]],
  ['quantity', [IsInt(), Min(1)]],
  ['channel', [IsIn(['web', 'shop', 'phone'])]],
  ['city', [IsString(), Length(1, 60)]],
  ['labels', [IsArray(), IsString({ each: true })]],
]

/** Tool classes of five properties, so that a process has as many of them as a large program. */
export function fillerTools(count: number): readonly ToolClass[] {
  return Array.from({ length: count }, (_, index) => fillerTool(index))
}

function fillerTool(index: number): ToolClass {
  class Filler {
    call(): string {
      return 'done'
    }
  }
  for (const [property, own] of decorators)
    for (const decorate of own) decorate(Filler.prototype, property)
  Tool({ server: 'filler', name: `tool_${index}`, description: 'Does something.' })(Filler)
  return Filler
}
