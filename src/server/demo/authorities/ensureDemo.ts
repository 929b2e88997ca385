/**
 * Policy: the demo is begun only in a database that knows no organisation at all, never beside those
 * of somebody real, and it is made whole: a start that was broken off goes on where it stopped.
 */
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Database } from '../../db/database'
import { Fault } from '../../faults'
import type { BasemapsService } from '../../modules/basemaps/service'
import type { PeopleService } from '../../modules/people/service'
import { importSnapshot } from '../../modules/snapshots/import'
import { COUNCILS, DEMO_ACCOUNTS, DEMO_PASSWORD, type Council } from './councils'
import { handOver } from './files'
import { DEMO_MONTHS, peoplePlace } from './people/history'
import { buildPlace } from './place/place'
import * as repo from './repo'

export interface DemoDependencies {
  readonly database: Database
  readonly basemaps: Pick<BasemapsService, 'replace'>
  readonly people: Pick<PeopleService, 'add'>
  readonly config: { readonly dataFolder: string; readonly demoData: boolean }
}

const ATTRIBUTION = 'Fictional place, drawn for the Doorstep demo'

/**
 * Makes the two demo councils (decision 45), each with its basemap, six months of households and
 * contacts, and the demo accounts. Makes nothing when they are there, when there are other
 * organisations, or when `demoData` is off.
 *
 * @param tell hears one line of progress at a time.
 * @param councils for tests: smaller ones.
 * @returns whether the demo is there, made now or before.
 */
export async function ensureDemo(
  { database, basemaps, people, config }: DemoDependencies,
  tell: (line: string) => void = () => {},
  councils: readonly Council[] = COUNCILS,
): Promise<boolean> {
  if (!config.demoData) return false
  const lastAccount = DEMO_ACCOUNTS.at(-1)?.email ?? ''
  const state = await database.asSystem((tx) => repo.state(tx, lastAccount))
  if (state === 'whole' || state === 'other') return state === 'whole'
  tell(
    state === 'empty'
      ? 'First start: making the demo data, two fictional councils with six months each. This takes about half a minute, once.'
      : 'The demo data were not finished last time: going on with them.',
  )
  await database.asSystem((tx) => repo.claim(tx, councils))
  const folder = join(config.dataFolder, 'demo-files')
  try {
    for (const council of councils) await makeCouncil(council, join(folder, council.slug), { database, basemaps, config }, tell)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
  await addAccounts({ database, people })
  tell('The demo data are ready.')
  return true
}

async function makeCouncil(
  council: Council,
  folder: string,
  { database, basemaps, config }: Omit<DemoDependencies, 'people'>,
  tell: (line: string) => void,
): Promise<void> {
  const { slug, name, domain, plan } = council
  const id = await database.asSystem((tx) => repo.organisationId(tx, slug))
  const there = await database.asSystem((tx) => repo.monthsOf(tx, id))
  const missing = DEMO_MONTHS.filter(({ date }) => !there.includes(date))
  if (missing.length === 0) return

  tell(`${name}: drawing its streets`)
  const place = buildPlace(plan, council.homes)
  await basemaps.replace(id, { attribution: ATTRIBUTION, features: place.basemap })
  const residents = peoplePlace(place, council)
  for (const month of missing) {
    // One import's contacts take the place of the last's: those of the latest month are wanted.
    const isLatest = month === DEMO_MONTHS.at(-1)
    const files = await handOver(folder, council, place, residents, month, isLatest)
    const { householdCount } = await importSnapshot({
      into: { database, dataFolder: config.dataFolder },
      organisation: { slug, name, domain },
      month: month.date,
      wardsFile: files.wardsFile,
      householdsFile: files.householdsFile,
      contactsFile: files.contactsFile,
    })
    tell(`${name}: ${householdCount.toLocaleString('en-GB')} households of ${month.date.slice(0, 7)}`)
  }
}

async function addAccounts({ database, people }: Pick<DemoDependencies, 'database' | 'people'>): Promise<void> {
  for (const { council, ...account } of DEMO_ACCOUNTS) {
    const organisationId = council === null ? null : await database.asSystem((tx) => repo.organisationId(tx, council))
    try {
      await people.add({ ...account, organisationId, password: DEMO_PASSWORD })
    } catch (error) {
      // Made by the start that was broken off.
      if (!(error instanceof Fault && error.status === 409)) throw error
    }
  }
}
