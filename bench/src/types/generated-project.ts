import { rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { join } from 'node:path'
import { writeProject } from '../write-project.js'

/** Inside this package, so that its programs find it and its peers by their names. */
const folder = fileURLToPath(new URL('../../../.tmp/types-bench/', import.meta.url))

/** Writes a program with that many tools, each in a file of its own, and returns its folder. */
export function generateProject(tools: number): string {
  rmSync(folder, { recursive: true, force: true })
  writeProject(folder, tools, toolSource)
  writeFileSync(join(folder, 'src', 'shared.ts'), shared)
  return folder
}

/** Changes one file of the program, so that its facts are out of date. */
export function changeProject(count: number): void {
  writeFileSync(join(folder, 'src', 'shared.ts'), `${shared}// Change ${count}.\n`)
}

const shared = `
export enum Priority { Low = 1, High = 5 }
/** Where to ship. */
export class Address {
  /** The street and number. */ street!: string
  city!: string
  country!: 'DE' | 'FR' | 'US'
  note?: string | null
}
export interface Page<T> { items: T[]; total: number; next?: string }
`

function toolSource(index: number): string {
  return `
import { Type } from 'class-transformer'
import { IsArray, IsEnum, IsIn, IsInt, IsObject, IsOptional, IsString, Min, ValidateNested } from 'class-validator'
import { Tool, Values } from 'tallystick'
import { Address, Priority, type Page } from './shared.js'

class Line${index} {
  /** The article. */ @IsString() article!: string
  @IsInt() @Min(1) quantity = 1
}

interface Order${index} { id: string; placedAt: Date; lines: Line${index}[]; page: Page<Order${index}> }

/** Places an order of kind ${index}. */
@Tool({ server: 'bench', name: 'order_${index}', description: 'Place an order.' })
export class PlaceOrder${index} {
  /** Who orders. */ @IsString() customer!: string
  @IsEnum(Priority) priority = Priority.Low
  @IsIn(['web', 'shop']) channel!: 'web' | 'shop'
  @IsObject() @ValidateNested() @Type(() => Address) address!: Address
  @IsArray() @ValidateNested({ each: true }) @Type(() => Line${index}) lines!: Line${index}[]
  @IsObject() @Values(() => String) labels!: Record<string, string>
  @IsOptional() @IsString() note?: string
  @IsOptional() @IsString({ each: true }) tags?: readonly string[]

  async call(): Promise<Order${index}> {
    throw new Error(this.customer)
  }
}
`
}
