import { tableFromIPC, Type, type Column, type Table } from '@uwdata/flechette'
import { z } from 'zod'
import { ARROW_METADATA, headlineSchema, MATCHES_COLUMN, type Headline } from '#contract/map'
import { matchesFromBits, type Matches } from './matches'
import { householdPoints, type HouseholdPoints } from './points'

/** The bytes are not the Arrow stream that the contract describes. */
export class NotTheContract extends Error {
  constructor(what: string) {
    super(`The server's answer could not be read (${what}). Reload the page and try again.`)
    this.name = 'NotTheContract'
  }
}

const headlinesSchema = z.array(headlineSchema)

/** Decodes `getHouseholdPoints`. Throws {@link NotTheContract}. */
export function decodePoints(buffer: ArrayBuffer): HouseholdPoints {
  const table = read(buffer)
  const references = column(table, 'household_reference')
  const wards = column(table, 'ward_code')
  const longitude = degrees(table, 'longitude')
  const latitude = degrees(table, 'latitude')
  const text = (from: Column<unknown>) => (row: number) => {
    const value = from.at(row)
    return typeof value === 'string' ? value : ''
  }
  return householdPoints({
    version: metadata(table, ARROW_METADATA.pointsVersion),
    longitude,
    latitude,
    reference: text(references),
    wardCode: text(wards),
  })
}

export interface DecodedMatches {
  readonly pointsVersion: string
  readonly headlines: Headline[]
  readonly matches: Matches
}

/** Decodes the Arrow form of `streetviewHouseholdData`. Throws {@link NotTheContract}. */
export function decodeMatches(buffer: ArrayBuffer): DecodedMatches {
  const table = read(buffer)
  const headlines = headlinesSchema.safeParse(parseJson(metadata(table, ARROW_METADATA.headlines)))
  if (!headlines.success) throw new NotTheContract(ARROW_METADATA.headlines)
  return {
    pointsVersion: metadata(table, ARROW_METADATA.pointsVersion),
    headlines: headlines.data,
    matches: matchesFromBits(bitmap(column(table, MATCHES_COLUMN)), table.numRows),
  }
}

function read(buffer: ArrayBuffer): Table {
  try {
    return tableFromIPC(buffer)
  } catch {
    throw new NotTheContract('not an Arrow stream')
  }
}

function column(table: Table, name: string): Column<unknown> {
  // flechette's types omit that a missing column is undefined.
  const found: Column<unknown> | undefined = table.names.includes(name) ? table.getChild(name) : undefined
  if (!found) throw new NotTheContract(`no column ${name}`)
  return found
}

function degrees(table: Table, name: string): Float64Array {
  const values = column(table, name).toArray()
  if (!(values instanceof Float64Array)) throw new NotTheContract(`${name} is not float64`)
  return values
}

function metadata(table: Table, key: string): string {
  const value = table.schema.metadata?.get(key)
  if (value === undefined) throw new NotTheContract(`no metadata ${key}`)
  return value
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The column's bits: one batch is used without a copy, several are joined. */
function bitmap(booleans: Column<unknown>): Uint8Array {
  if (booleans.type.typeId !== Type.Bool) throw new NotTheContract(`${MATCHES_COLUMN} is not boolean`)
  const only = booleans.data[0]
  if (booleans.data.length === 1 && only?.values instanceof Uint8Array) return only.values
  const bits = new Uint8Array((booleans.length + 7) >> 3)
  let row = 0
  for (const value of booleans) {
    if (value === true) bits[row >> 3] = (bits[row >> 3] ?? 0) | (1 << (row & 7))
    row += 1
  }
  return bits
}
