/** The same tool as each library has it, in a file that stands alone: five properties, one nested, one an array. */
export type WriteSource = (index: number) => string

/** How a tool is written, by the name of its row. */
export const sources: Readonly<Record<string, WriteSource>> = {
  tallystick: (index) => `${classValidatorImports}
import { Describe, Tool } from 'tallystick'

class Address {
  @IsString() @Length(1, 100) street!: string
  @IsString() @Length(1, 60) city!: string
}

@Tool({ server: 'shop', name: 'order_${index}', description: 'Place an order.' })
export class PlaceOrder${index} {
  @IsString() @Length(1, 64) @Describe('Who orders.') customer!: string
  @IsInt() @Min(1) @Describe('How many.') quantity!: number
  @IsIn(['web', 'shop', 'phone']) @Describe('Where it came in.') channel!: 'web' | 'shop' | 'phone'
  @IsObject() @ValidateNested() @Type(() => Address) @Describe('Where to deliver.') address!: Address
  @IsArray() @IsString({ each: true }) @Describe('Free labels.') labels!: string[]

  async call(): Promise<string> {
    return ${textOf('this')}
  }
}
`,
  'no library': (index) => `
class Address {
  street!: string
  city!: string
}

export class PlaceOrder${index} {
  customer!: string
  quantity!: number
  channel!: 'web' | 'shop' | 'phone'
  address!: Address
  labels!: string[]

  async call(): Promise<string> {
    return ${textOf('this')}
  }
}
`,
  'class-validator alone': (index) => `${classValidatorImports}

class Address {
  @IsString() @Length(1, 100) street!: string
  @IsString() @Length(1, 60) city!: string
}

export class PlaceOrder${index} {
  @IsString() @Length(1, 64) customer!: string
  @IsInt() @Min(1) quantity!: number
  @IsIn(['web', 'shop', 'phone']) channel!: 'web' | 'shop' | 'phone'
  @IsObject() @ValidateNested() @Type(() => Address) address!: Address
  @IsArray() @IsString({ each: true }) labels!: string[]

  async call(): Promise<string> {
    return ${textOf('this')}
  }
}
`,
  'zod 4 alone': (index) => `import { z } from 'zod'

const inputSchema = ${zodObject}

export async function placeOrder${index}(order: z.infer<typeof inputSchema>): Promise<string> {
  return ${textOf('order')}
}
`,
  'AI SDK tool': (index) => `import { tool } from 'ai'
import { z } from 'zod'

export const placeOrder${index} = tool({
  description: 'Place an order.',
  inputSchema: ${zodObject},
  execute: async (order) => ${textOf('order')},
})
`,
  'Mastra createTool': (index) => `import { createTool } from '@mastra/core/tools'
import { z } from 'zod'

export const placeOrder${index} = createTool({
  id: 'order_${index}',
  description: 'Place an order.',
  inputSchema: ${zodObject},
  execute: async (order) => ${textOf('order')},
})
`,
  'LangChain tool': (index) => `import { tool } from '@langchain/core/tools'
import { z } from 'zod'

export const placeOrder${index} = tool(async (order) => ${textOf('order')}, {
  name: 'order_${index}',
  description: 'Place an order.',
  schema: ${zodObject},
})
`,
  'MCP SDK registerTool': (index) => `import type { McpServer } from '@modelcontextprotocol/server'
import { z } from 'zod'

export function register${index}(server: McpServer): void {
  const inputSchema = ${zodObject}
  server.registerTool('order_${index}', { description: 'Place an order.', inputSchema }, async (order) => ({
    content: [{ type: 'text', text: ${textOf('order')} }],
  }))
}
`,
}

const classValidatorImports = `import { Type } from 'class-transformer'
import { IsArray, IsIn, IsInt, IsObject, IsString, Length, Min, ValidateNested } from 'class-validator'`

const zodObject = `z.object({
  customer: z.string().min(1).max(64).describe('Who orders.'),
  quantity: z.int().min(1).describe('How many.'),
  channel: z.enum(['web', 'shop', 'phone']).describe('Where it came in.'),
  address: z.object({ street: z.string().min(1).max(100), city: z.string().min(1).max(60) }).describe('Where to deliver.'),
  labels: z.array(z.string()).describe('Free labels.'),
})`

/** Reads every argument, so that a wrong type is found. */
function textOf(order: string): string {
  const read = (member: string): string => `\${${order}.${member}}`
  const texts = ['customer', 'quantity.toFixed()', 'channel', 'address.city', 'labels.join()']
  return `\`${texts.map(read).join(':')}\``
}
