/**
 * Two months of the same households imported one over the other, by the code of a version's folder, in a process of its
 * own. Arguments: `<version's folder> <data folder> <households> [address of a PostgreSQL]`.
 */
import { join } from 'node:path'
import type * as Config from '../../src/server/config'
import type * as ImportSnapshot from '../../src/server/modules/households/imports/importSnapshot'
import type * as Services from '../../src/server/services'
import { authorityContacts, authorityFiles } from './data'
import { benchFolder } from './doorstep'

const [version = '', dataFolder = '', households, databaseUrl = ''] = process.argv.slice(2)

/** A version's own copy of a module, of which only what has not changed since is used. */
const load = (path: string): Promise<unknown> => import(join(version, 'src/server', path))
const { readConfig } = (await load('config.ts')) as typeof Config
const { createServices } = (await load('services.ts')) as typeof Services
const importing = (await load('modules/households/imports/importSnapshot.ts')) as typeof ImportSnapshot

const files = {
  ...(await authorityFiles(benchFolder, Number(households))),
  contactsFile: await authorityContacts(benchFolder, Number(households)),
}
const services = await createServices(
  readConfig({ DATABASE_URL: databaseUrl, DOORSTEP_DATA: dataFolder, LOG_LEVEL: 'silent' }),
)
const into = { database: services.database, dataFolder }
const organisation = { slug: 'import', name: 'Import', domain: null }
const months: number[] = []
for (const month of ['2026-09-01', '2026-10-01']) {
  const start = performance.now()
  await importing.importSnapshot({ into, organisation, month, ...files })
  months.push(performance.now() - start)
}
await services.close()
const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage()
process.send?.({ months, processor: (userCPUTime + systemCPUTime) / 1000, peak: maxRSS * 1024 })
process.exit(0)
