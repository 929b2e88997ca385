import { expect, test } from 'vitest'
import { files, textOf, withoutComments } from './files'

/**
 * Whose a table is: its owner alone reads and writes it, in a `repo.ts` (or `…Repo.ts`). Another module asks the owner's
 * service. Where it must join, the owner offers a subquery or a condition in its `fragments.ts`, so that no list is
 * read row by row.
 */
const OWNERS: Readonly<Record<string, readonly string[]>> = {
  'need-to-know': ['accessRules', 'householdLooks'],
  assistant: ['policyFeedback'],
  audit: ['auditEntries', 'auditHeads', 'auditSeals'],
  basemaps: ['basemaps'],
  calculator: ['calculatorJobs'],
  contacts: ['contacts', 'contactChanges', 'contactCorrections', 'doNotContactMarks'],
  campaigns: ['campaigns', 'lawfulBasisSettings'],
  templates: ['smsTemplates', 'smsTemplateVersions'],
  demo: ['simulatedMessages'],
  'device-keys': ['deviceKeys'],
  'erasure-ledger': ['erasures', 'erasureKeys'],
  idempotency: ['idempotencyKeys'],
  retention: ['keepingPeriods'],
  'genuine-letters': ['letterLooks'],
  letters: ['letterTemplates', 'printPacks'],
  sending: ['sendingAllowance'],
  imports: ['monthHandovers'],
  organisations: ['organisations', 'organisationDomains'],
  people: ['people', 'signInRules'],

  provider: ['providerIdentity'],
  recipients: ['recipients'],
  'notify-accounts': ['sendingSettings', 'messageSettings', 'messageBudgets'],
  sessions: ['sessions', 'signInAttempts', 'organisationChoices'],
  snapshots: ['snapshots'],
  'filter-templates': ['filterTemplates', 'filterLinks'],
  visits: ['visitSettings', 'visitRounds', 'visitOutcomes'],
}

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
const ownerOf = (table: string) => Object.keys(OWNERS).find((owner) => OWNERS[owner]?.includes(table))

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

function offences(file: string, text: string): string[] {
  const owner = /^src\/server\/(?:modules\/(?:(?!assistant)[\w-]+\/)?)?([\w-]+)\//.exec(file)?.[1] ?? ''
  return tablesIn(file, text).flatMap((table) => {
    if (ownerOf(table) !== owner) return [`${file}: ${table} belongs to ${ownerOf(table)}`]
    return /(^|\/)(\w+Repo|repo|fragments|ledger)\.ts$/.test(file) ? [] : [`${file}: ${table} outside a repo`]
  })
}

const sources = files.filter(
  (file) => /^src\/server\/.*(?<!\.test)\.ts$/.test(file) && !/\/schema\/|\/testing\//.test(file) && !EXCEPTIONS[file],
)

test('every table has one owner', () => {
  const owned = Object.values(OWNERS).flat()
  expect([...tables.keys()].toSorted()).toEqual(owned.toSorted())
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
