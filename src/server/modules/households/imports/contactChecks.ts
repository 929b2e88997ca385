import type { DuckDBConnection } from '@duckdb/node-api'
import type { FaultKind } from '#contract/households/imports'
import { TEXT_DIGITS, type ContactCounts } from '../contacts/replaceContacts'
import { CONTACT_COLUMNS } from './checkedColumn'
import { checkRepeatedReferences, findContactsWithoutHousehold, selectNumber } from './householdChecks'
import { checkMobiles } from './mobileChecks'
import type { InputFile } from './openFile'
import { createFaultList, type FaultGroup, type FaultList } from './report'
import { stageFile } from './stageFile'
import type { TabularSource } from './tabularSource'

interface MonthOfContacts {
  readonly folder: string
  readonly contactsBefore: ContactCounts
  /** 0: none could be read. */
  readonly householdCount: number
}

/** A few faulty contacts are left out with a warning. */
export async function checkContacts(
  connection: DuckDBConnection,
  file: InputFile,
  month: MonthOfContacts,
  { faults, warnings }: { faults: FaultList; warnings: FaultList },
  progress: (fraction: number) => void,
): Promise<void> {
  const found = createFaultList()
  const lists = { faults: found, warnings }
  const contacts = await stageFile(connection, 'contacts', file, CONTACT_COLUMNS, month.folder, lists, progress)
  const { areFew, says } = contacts ? await leaveOutFaulty(connection, contacts, found.groups()) : NOT_LEFT_OUT
  const groups = found.groups().map((group) => ({ ...group, hint: `${group.hint ?? ''} ${says}`.trim() || null }))
  if (areFew) warnings.addGroups(groups)
  else faults.addGroups(groups)
  if (!contacts) return
  if ((await selectNumber(connection, 'select count(*)::integer from contacts')) === 0)
    return faults.addForFile('no rows', contacts.fileName, 'The file has a header and no rows.')
  await checkRepeatedReferences(connection, 'contacts', contacts, faults)
  await checkMobiles(connection, contacts, warnings)
  if (month.householdCount === 0) return
  const problem = await findFailedJoin(connection, month)
  if (problem !== undefined) return faults.addForFile('contacts of other households', contacts.fileName, problem)
  await findContactsWithoutHousehold(connection, contacts, warnings)
  await compareReach(connection, contacts.fileName, month.contactsBefore, warnings)
}

/** More than a fifth. */
const FAR_FEWER = 0.8

async function compareReach(
  connection: DuckDBConnection,
  fileName: string,
  before: ContactCounts,
  warnings: FaultList,
): Promise<void> {
  const count = (condition: string) =>
    selectNumber(
      connection,
      `select count(*)::integer from contacts semi join households using (household_reference) where ${condition}`,
    )
  const texts = await count(`right(regexp_replace(mobile, '[^0-9]', '', 'g'), 10) like '${TEXT_DIGITS}'`)
  const letters = await count('postcode is not null and address_line_1 is not null')
  for (const [way, now, then] of [
    ['text', texts, before.texts],
    ['letter', letters, before.letters],
  ] as const) {
    if (now >= then * FAR_FEWER) continue
    const figures = `${now.toLocaleString('en-GB')} ${now === 1 ? 'contact' : 'contacts'} can be reached by ${way}, ${then.toLocaleString('en-GB')} in the month before`
    warnings.addForFile('fewer reachable', fileName, figures)
  }
}

const OF_A_ROW: ReadonlySet<FaultKind> = new Set(['bad value', 'broken row', 'not UTF-8'])
const NOT_LEFT_OUT = { areFew: false, says: '' }
/** 1%; of a small file, where that is none, a handful that is no more than a tenth of it. */
const countLeftOut = (contacts: number) => Math.floor(Math.max(contacts / 100, Math.min(5, contacts / 10)))

/** They lose their reference if they are few. @returns whether they are, and a sentence for the report */
async function leaveOutFaulty(
  connection: DuckDBConnection,
  { isComplete }: TabularSource,
  found: readonly FaultGroup[],
): Promise<{ areFew: boolean; says: string }> {
  if (found.length === 0 || !isComplete || found.some(({ kind }) => !OF_A_ROW.has(kind))) return NOT_LEFT_OUT
  const broken = found.filter(({ kind }) => kind !== 'bad value').reduce((sum, { count }) => sum + count, 0)
  const bad = await selectNumber(connection, 'select count(*)::integer from contacts where bad_row')
  const all = broken + (await selectNumber(connection, 'select count(*)::integer from contacts'))
  const allowed = countLeftOut(all)
  if (bad + broken > allowed) {
    const [faulty, few, many] = [bad + broken, allowed, all].map((count) => count.toLocaleString('en-GB'))
    const says = `${faulty} of ${many} contacts are faulty: up to ${few} would be left out.`
    return { areFew: false, says: allowed > 0 ? says : '' }
  }
  await connection.run('update contacts set household_reference = null where bad_row')
  return { areFew: true, says: 'These contacts are left out.' }
}

const SHARE_WITHOUT_HOUSEHOLD = 0.25
const SHARE_WITH_CONTACT = 0.75

async function findFailedJoin(
  connection: DuckDBConnection,
  { contactsBefore, householdCount }: MonthOfContacts,
): Promise<string | undefined> {
  const count = (rows: string) => selectNumber(connection, `select count(*)::integer from ${rows}`)
  const all = await count('contacts where household_reference is not null')
  // Reported already.
  if (all === 0) return undefined
  const joined = await count('contacts semi join households using (household_reference)')
  const expected = contactsBefore.all > 0 ? Math.min(contactsBefore.all, householdCount) : householdCount
  const isSound = all - joined < all * SHARE_WITHOUT_HOUSEHOLD || joined >= expected * SHARE_WITH_CONTACT
  if (isSound) return undefined
  const strangers = '(select household_reference from contacts anti join households using (household_reference))'
  const counts = await Promise.all(CAUSES.map(({ countOf }) => count(countOf(strangers))))
  const cause = CAUSES.find((_, index) => (counts[index] ?? 0) > (all - joined) / 2)
  const figures = `${joined.toLocaleString('en-GB')} of ${all.toLocaleString('en-GB')} contacts have a household in the file of households.`
  return `${figures} ${cause?.says ?? 'Are the two files of the same council and month?'}`
}

const alikeBy = (form: (reference: string) => string) => (strangers: string) =>
  `${strangers} s where ${form('s.household_reference')} in (select ${form('household_reference')} from households)`

const CAUSES = [
  {
    countOf: alikeBy((reference) => `ltrim(${reference}, '0')`),
    says: 'The references look the same but for zeros at their start, which spreadsheets take away: format the column as text.',
  },
  {
    countOf: alikeBy((reference) => `ltrim(regexp_replace(${reference}, '[.]0+$', ''), '0')`),
    says: 'The references look the same but for .0 at their end, which data frames write after numbers: write the column as text.',
  },
  {
    countOf: alikeBy((reference) => `lower(regexp_replace(${reference}, '[^a-zA-Z0-9]', '', 'g'))`),
    says: 'The references look the same but for capital letters, spaces or signs between: write them alike in both files.',
  },
  {
    countOf: (strangers: string) =>
      `${strangers} where regexp_full_match(household_reference, '[0-9]{1,2}[-/ ]([A-Z][a-z]{2}|[0-9]{1,2})([-/ ][0-9]{2,4})?')`,
    says: 'The references look like dates, which spreadsheets make of some: format the column as text.',
  },
] as const
