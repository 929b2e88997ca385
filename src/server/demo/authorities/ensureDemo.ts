/** Created only in a database without organisations, never beside real ones. An interrupted start resumes. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { basemapFeatureSchema } from '#contract/households/map'
import { z } from 'zod'
import type { Database } from '../../db/database'
import { Fault } from '../../http/faults'
import type { BasemapsService } from '../../modules/households/basemaps/service'
import type { PeopleService } from '../../modules/organisations/people/service'
import { importSnapshot } from '../../modules/households/imports/importSnapshot'
import type { SnapshotStore } from '../../modules/households/snapshots/files'
import { packageRoot } from '../../lib/root'
import { COUNCILS, DEMO_ACCOUNTS, DEMO_MONTHS, DEMO_PASSWORD, type Council } from './councils'
import * as repo from './repo'

export const DEMO_DATA = join(packageRoot, 'src/server/demo/authorities/data')

export interface DemoDependencies {
  readonly database: Database
  readonly basemaps: Pick<BasemapsService, 'replace'>
  readonly people: Pick<PeopleService, 'add'>
  readonly snapshotStore?: SnapshotStore | undefined
  readonly config: { readonly dataFolder: string; readonly demoData: boolean }
}

const ATTRIBUTION = 'Fictional place, drawn for the Doorstep demo'

/** Creates two councils, each with basemap, seven months, contacts and accounts. @returns whether the demo exists */
export async function ensureDemo(
  { database, basemaps, people, snapshotStore, config }: DemoDependencies,
  log: (line: string) => void = () => {},
  data = DEMO_DATA,
): Promise<boolean> {
  if (!config.demoData) return false
  const lastAccount = DEMO_ACCOUNTS.at(-1)?.email ?? ''
  const state = await database.asSystem((tx) => repo.state(tx, lastAccount))
  if (state === 'whole' || state === 'other') return state === 'whole'
  log(
    state === 'empty'
      ? 'First start: making the demo data, two fictional councils with seven months each. This happens once.'
      : 'The demo data were not finished last time: going on with them.',
  )
  await database.asSystem((tx) => repo.claim(tx, COUNCILS))
  const makeEach = COUNCILS.map((council) =>
    makeCouncil(council, join(data, council.slug), { database, basemaps, snapshotStore, config }, log),
  )
  for (const made of await Promise.allSettled(makeEach)) if (made.status === 'rejected') throw made.reason
  await addAccounts({ database, people })
  log('The demo data are ready.')
  return true
}

async function makeCouncil(
  { slug, name, domain }: Council,
  folder: string,
  { database, basemaps, snapshotStore, config }: Omit<DemoDependencies, 'people'>,
  log: (line: string) => void,
): Promise<void> {
  const id = await database.asSystem((tx) => repo.findOrganisationIdBySlug(tx, slug))
  const there = await database.asSystem((tx) => repo.listMonths(tx, id))
  const missing = DEMO_MONTHS.filter((month) => !there.includes(month))
  if (missing.length === 0) return

  await basemaps.replace(id, { attribution: ATTRIBUTION, features: await readStreets(folder) })
  for (const month of missing) {
    const { householdCount } = await importSnapshot({
      into: { database, dataFolder: config.dataFolder, store: snapshotStore },
      organisation: { slug, name, domain, isDemo: true },
      month,
      wardsFile: join(folder, 'wards.geojson'),
      householdsFile: join(folder, `households-${month}.csv.gz`),
      // Each import replaces the contacts; the latest month's should stay.
      contactsFile: month === DEMO_MONTHS.at(-1) ? join(folder, 'contacts.csv.gz') : undefined,
    })
    log(`${name}: ${householdCount.toLocaleString('en-GB')} households of ${month.slice(0, 7)}`)
  }
}

const basemapSchema = z.object({ features: z.array(basemapFeatureSchema) })

async function readStreets(folder: string) {
  return basemapSchema.parse(JSON.parse(await readFile(join(folder, 'basemap.geojson'), 'utf8'))).features
}

async function addAccounts({ database, people }: Pick<DemoDependencies, 'database' | 'people'>): Promise<void> {
  for (const { council, ...account } of DEMO_ACCOUNTS) {
    const organisationId =
      council === null ? null : await database.asSystem((tx) => repo.findOrganisationIdBySlug(tx, council))
    try {
      await people.add({ ...account, organisationId, password: DEMO_PASSWORD, isDemo: true })
    } catch (error) {
      if (!(error instanceof Fault && error.status === 409)) throw error
    }
  }
}
