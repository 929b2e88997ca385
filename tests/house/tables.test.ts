import { expect, test } from 'vitest'
import { files, textOf, withoutComments } from './files'

/*
 * A table belongs to the module whose `repo.ts` (or `…Repo.ts`) names it: that module alone reads and writes it, and there
 * alone. Another module asks the owner's service. Where it must join, the owner offers a subquery or a condition in its
 * `fragments.ts`, so that no list is read row by row.
 */

/** What may go past the owner, and why. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  'src/server/cli/backup/repo.ts': 'copies every table, whatever its owner',
  'src/server/demo/notify-simulator/ledger.ts': 'asks which messages a recipient still knows',
  'src/server/demo/authorities/repo.ts': 'makes councils and accounts that no person may make',
  'src/server/modules/campaigns/recipients/fragments.ts':
    'joins the campaign of a recipient, which campaigns are built on',
  'src/server/db/signInAllowed.ts': 'asks about people and organisations within every request that finds a session',
  'src/server/modules/organisations/sessions/repo.ts':
    'finds session, person and organisations of every request, and who may choose, in one query each',
  'src/server/modules/organisations/organisations/repo.ts':
    'one query before sign-in leads from an e-mail domain to who signs in',
}

const schema = files.filter((file) => /^src\/server\/db\/schema\/\w+\.ts$/.test(file)).map(textOf)
/** Tables by the name of their export, with their name in SQL. */
const tables = new Map(
  schema.flatMap((text) =>
    [...text.matchAll(/export const (\w+) = pgTable\(\s*'(\w+)'/g)].map(([, name = '', inSql = '']) => [name, inSql]),
  ),
)

/** Tables that a file imports from the schema or names in SQL. */
function tablesIn(file: string, text: string): string[] {
  const code = withoutComments(text).replace(/\/\/.*/g, '')
  const imported = [...code.matchAll(/import (?:type )?\{([^}]*)\} from '[^']*\/db\/schema(?:\/\w+)?'/g)].flatMap(
    ([, names = '']) => names.split(',').map((name) => name.trim().split(' ')[0] ?? ''),
  )
  // DuckDB's own tables, of files that are being imported, have some of these names too.
  const isDuckDb = /^src\/server\/modules\/households\/(snapshots\/(engine|importing)|imports)\/(?!repo)/.test(file)
  const named = [...tables].flatMap(([name, inSql]) =>
    !isDuckDb && new RegExp(`\\b(from|join|into|update|table) "?${inSql}\\b(?!['’])`, 'i').test(sqlOf(code))
      ? [name]
      : [],
  )
  return [...new Set([...imported, ...named])].filter((name) => tables.has(name))
}

/** The templates and texts of a file: what could be SQL. */
const sqlOf = (code: string) => [...code.matchAll(/`[^`]*`|'[^'\n]*'/g)].map(([text]) => text).join('\n')

const moduleOf = (file: string) =>
  /^src\/server\/(?:modules\/(?:(?!assistant)[\w-]+\/)?)?([\w-]+)\//.exec(file)?.[1] ?? ''
const isDemo = (file: string) => file.startsWith('src/server/demo/')
const isRepo = (file: string) => /(^|\/)(\w+Repo|repo|fragments|ledger)\.ts$/.test(file)

const sources = files.filter(
  (file) => /^src\/server\/.*(?<!\.test)\.ts$/.test(file) && !/\/schema\/|\/testing\//.test(file) && !EXCEPTIONS[file],
)

/** The modules whose repos name each table. */
const owners = new Map([...tables.keys()].map((table) => [table, new Set<string>()]))
for (const file of sources.filter(isRepo)) {
  for (const table of tablesIn(file, textOf(file))) owners.get(table)?.add(moduleOf(file))
}
// Where a module also goes past others' owners, it may still own what no other module names; the demo comes last.
const pastOwners = Object.keys(EXCEPTIONS).filter(isRepo)
for (const file of pastOwners.toSorted((one, other) => Number(isDemo(one)) - Number(isDemo(other)))) {
  for (const table of tablesIn(file, textOf(file))) {
    const known = owners.get(table)
    if (known?.size === 0) known.add(moduleOf(file))
  }
}

function offences(file: string, text: string): string[] {
  return tablesIn(file, text).flatMap((table) => {
    const owner = [...(owners.get(table) ?? [])].join(' and ')
    if (owner !== moduleOf(file)) return [`${file}: ${table} belongs to ${owner}`]
    return isRepo(file) ? [] : [`${file}: ${table} outside a repo`]
  })
}

test('every table has one owner', () => {
  expect(
    [...owners].filter(([, modules]) => modules.size !== 1).map(([table, modules]) => [table, ...modules]),
  ).toEqual([])
})

test('a table is read and written by its owner alone', () => {
  expect(sources.flatMap((file) => offences(file, textOf(file)))).toEqual([])
})

test('no service passes the functions of its repo on', () => {
  const services = sources.filter((file) => file.endsWith('/service.ts'))
  expect(services.filter((file) => /export (\*|\{)[^;]*? from '\.\/\w*[rR]epo'/.test(textOf(file)))).toEqual([])
})

test.each([
  [
    'modules/results/renewals/repo.ts',
    "import { campaigns } from '../../../db/schema'",
    'campaigns belongs to campaigns',
  ],
  ['modules/campaigns/sending/repo.ts', 'sql`update recipients set state = 1`', 'recipients belongs to recipients'],
  [
    'modules/organisations/audit/service.ts',
    "import { auditEntries } from '../../../db/schema'",
    'auditEntries outside a repo',
  ],
])('notices what %s must not do', (file, text, offence) => {
  expect(offences(`src/server/${file}`, text)).toEqual([`src/server/${file}: ${offence}`])
})
