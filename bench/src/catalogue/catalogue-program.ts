// Writes a catalogue of tools in a process of its own, twice, and prints what each took.
import 'reflect-metadata'
import { Container } from 'inversify'
import { discoverTools, projectTools, toolModule, type Projection } from '../../../dist/index.js'
import { measureTime, type SpentTime } from '../spent-time.js'
import { orderTools } from './order-tools.js'
import { projections } from './projections.js'

/** What a process is asked to write. */
export interface Catalogue {
  readonly tools: number
  readonly projection: string
}

/** What it took: for the first time, and once more. */
export interface Written {
  readonly cold: SpentTime
  readonly warm: SpentTime
}

const { tools, projection: name } = JSON.parse(process.argv[2] ?? '{}') as Catalogue
const projection = projections[name]?.()
const container = new Container()
container.load(toolModule(...orderTools(tools)))
const registry = discoverTools(container)
const written: Written = { cold: timeCatalogue(), warm: timeCatalogue() }
process.stdout.write(JSON.stringify(written))

function timeCatalogue(): SpentTime {
  const read = measureTime()
  const offered = writeCatalogue(projection)
  const time = read()
  if (offered !== tools) throw new Error(`${name} offers ${offered} of ${tools} tools.`)
  return time
}

/** As many tools in a request as the target takes. */
function writeCatalogue(target: Projection | undefined): number {
  const descriptors = registry.descriptors()
  if (target === undefined) return descriptors.length
  const atOnce = target.limits.tools ?? descriptors.length
  let offered = 0
  for (let from = 0; from < descriptors.length; from += atOnce) {
    offered += projectTools(descriptors.slice(from, from + atOnce), target).tools.length
  }
  return offered
}
