import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { importSnapshot } from '../../../src/server/modules/households/imports/importSnapshot'
import {
  exampleHousehold,
  householdsCsv,
  wardsGeoJson,
  writeExample,
  type HouseholdCells,
} from '../../../src/server/modules/households/imports/testing/exampleFiles'
import type { TestServer } from './server'

/** Imports a snapshot of a few households, as the command does. */
export async function importHouseholds(
  server: Pick<TestServer, 'services' | 'seed'>,
  organisation: 'ashford' | 'brynmor',
  rows: readonly Partial<HouseholdCells>[],
  month?: string,
): Promise<void> {
  const households = rows.map((cells, index) => exampleHousehold(index + 1, cells))
  await importHouseholdsCsv(server, organisation, householdsCsv(households), month)
}

/** Imports a file of households. */
export async function importHouseholdsCsv(
  { services, seed }: Pick<TestServer, 'services' | 'seed'>,
  organisation: 'ashford' | 'brynmor',
  csv: string,
  month = '2026-10-01',
  contacts?: string,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'doorstep-snapshot-'))
  try {
    await importSnapshot({
      into: { database: services.database, dataFolder: services.config.dataFolder, store: services.snapshotStore },
      organisation: { slug: seed[organisation].slug, name: organisation, domain: null },
      month,
      wardsFile: await writeExample(join(folder, 'wards.geojson'), wardsGeoJson()),
      householdsFile: await writeExample(join(folder, 'households.csv'), csv),
      contactsFile: contacts && (await writeExample(join(folder, 'contacts.csv'), contacts)),
      acceptsLosses: true,
    })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
