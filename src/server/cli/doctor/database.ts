import type { Config } from '../../config'
import { examineCapacity, type DatabaseCapacity } from '../../db/examineCapacity'
import { CONNECTIONS } from '../../db/postgres'
import { COMMAND_PREFIX } from '../../lib/commandLine'
import { findingIf, type Finding } from './finding'

/** One server, and a command or the next version beside it. */
const NEEDED = 2 * CONNECTIONS

/**
 * What PostgreSQL itself is set to.
 * @returns also whether the records belong in another database, so that nothing in this one needs a cure
 */
export async function examineCapacityOfDatabase({
  databaseUrl,
  dataFolder,
}: Config): Promise<{ readonly findings: Finding[]; readonly belongElsewhere: boolean }> {
  const found = databaseUrl === undefined ? undefined : await examineCapacity(databaseUrl)
  if (!found) return { findings: [], belongElsewhere: false }
  const encodingFindings = examineEncoding(found, dataFolder)
  return {
    findings: [...encodingFindings, ...examineConnections(found)],
    belongElsewhere: encodingFindings.length > 0 && !found.hasRecords,
  }
}

function examineEncoding(
  { database, encoding, login, owner, hasRecords }: DatabaseCapacity,
  dataFolder: string,
): Finding[] {
  const create = `As PostgreSQL’s administrator run: create database doorstep_utf8 encoding 'UTF8' locale 'C.UTF-8' template template0 owner ${owner};`
  const migrate = `With the owner’s login run: DATABASE_URL=<owner, doorstep_utf8> ${COMMAND_PREFIX} migrate --serve-as ${login}`
  return findingIf(
    encoding !== 'UTF8',
    `The database ${database} writes text as ${encoding}, which lacks letters of people’s names.`,
    [
      ...(hasRecords ? [`Stop every server, and run: ${COMMAND_PREFIX} backup <folder>`] : []),
      create,
      ...(owner === login ? [] : [migrate]),
      hasRecords
        ? `Name doorstep_utf8 in DATABASE_URL, move what is in ${dataFolder} into another folder, and run: ${COMMAND_PREFIX} restore <folder> --forgotten <that other folder>`
        : 'Name doorstep_utf8 in DATABASE_URL.',
    ].join('\n  '),
  )
}

function examineConnections({ database, login, server, ofLogin, ofDatabase, taken }: DatabaseCapacity): Finding[] {
  const why = `each server takes up to ${CONNECTIONS}, and so does a command beside it`
  const asAdministrator = 'As PostgreSQL’s administrator run:'
  return [
    ...findingIf(
      server < NEEDED,
      `PostgreSQL gives ${server} connections; ${why}.`,
      `${asAdministrator} alter system set max_connections = 100; then restart PostgreSQL.`,
    ),
    ...findingIf(
      server >= NEEDED && server - taken < CONNECTIONS,
      `PostgreSQL has ${Math.max(0, server - taken)} of ${server} connections left; ${why}.`,
      `Stop what holds them (select usename, count(*) from pg_stat_activity group by 1), or ${asAdministrator.toLowerCase()} alter system set max_connections = ${server + 100}; then restart PostgreSQL.`,
    ),
    ...findingIf(
      ofLogin >= 0 && ofLogin < NEEDED,
      `The login ${login} may have ${ofLogin} connections; ${why}.`,
      `${asAdministrator} alter role ${login} connection limit -1;`,
    ),
    ...findingIf(
      ofDatabase >= 0 && ofDatabase < NEEDED,
      `The database ${database} takes ${ofDatabase} connections; ${why}.`,
      `${asAdministrator} alter database ${database} connection limit -1;`,
    ),
  ]
}
