import { mkdir, writeFile } from 'node:fs/promises'
import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { SNAPSHOT_COLUMNS } from '../../modules/snapshots/columns'
import { CONTACT_COLUMNS, contactOf } from './people/contacts'
import { rowsOf, type People } from './people/history'
import type { Month } from './people/row'
import type { Place } from './place/place'

/** The files that a council's data team would hand over, as `snapshot-format.md` has them. */
export interface HandedOver {
  readonly wardsFile: string
  readonly householdsFile: string
  /** Only when asked for. */
  readonly contactsFile: string | undefined
}

/** Lines written at a time: a line by itself would be slow, a month at once a lot of memory. */
const LINES_AT_A_TIME = 500

/** Writes a month of a demo council to a folder; contacts, if wanted, are of everyone who lives there in that month. */
export async function handOver(
  folder: string,
  { wales }: { readonly wales: boolean },
  place: Place,
  people: People,
  month: Month,
  withContacts: boolean,
): Promise<HandedOver> {
  await mkdir(folder, { recursive: true })
  const files = {
    wardsFile: join(folder, 'wards.geojson'),
    householdsFile: join(folder, `households-${month.date}.csv`),
    contactsFile: withContacts ? join(folder, `contacts-${month.date}.csv`) : undefined,
  }
  await writeFile(files.wardsFile, JSON.stringify(wardsGeoJson(place)))
  const columns = SNAPSHOT_COLUMNS.map(({ name }) => name)
  await writeCsv(files.householdsFile, columns, rowsOf(people, month, wales))
  if (files.contactsFile !== undefined) {
    const { slug, town } = place.plan
    const contacts = people.livingIn(month.index).map((household) => contactOf(slug, town, household))
    await writeCsv(files.contactsFile, CONTACT_COLUMNS, contacts)
  }
  return files
}

/** The wards by the specification's property names. */
export function wardsGeoJson({ wards, plan: { authority } }: Place): unknown {
  return {
    type: 'FeatureCollection',
    features: wards.map(({ code, name, welsh, ring }) => ({
      type: 'Feature',
      properties: {
        ward_code: code,
        ward_name: name,
        ward_name_welsh: welsh,
        local_authority_code: authority.code,
        local_authority_name: authority.name,
        local_authority_name_welsh: authority.welsh,
      },
      geometry: { type: 'Polygon', coordinates: [ring] },
    })),
  }
}

async function writeCsv<Name extends string>(
  file: string,
  columns: readonly Name[],
  rows: Iterable<Readonly<Record<Name, string | number | boolean | null>>>,
): Promise<void> {
  function* chunks(): Generator<string> {
    let lines = [columns.join(',')]
    for (const row of rows) {
      lines.push(columns.map((column) => cell(row[column])).join(','))
      if (lines.length < LINES_AT_A_TIME) continue
      yield `${lines.join('\n')}\n`
      lines = []
    }
    if (lines.length > 0) yield `${lines.join('\n')}\n`
  }
  await pipeline(Readable.from(chunks()), createWriteStream(file))
}

function cell(value: string | number | boolean | null): string {
  if (value === null) return ''
  const text = String(value)
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
