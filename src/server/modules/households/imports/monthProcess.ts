/** Sandboxed process that checks a month in its working folder, without database or secrets. */
import { readFile, stat, writeFile } from 'node:fs/promises'
import { quotedIdentifier, type DuckDBConnection } from '@duckdb/node-api'
import { openStaging } from '../snapshots/importing/staging'
import { wardsSchema, type Ward } from '../snapshots/wards'
import { CONTACT_COLUMNS } from './checkedColumn'
import { writeCheckedWards } from './checkedWards'
import { checkFiles, type CheckedMonth } from './checkFiles'
import { compareMonths, type Comparison } from './compareMonths'
import { MONTH_FILES, monthTaskSchema, type MonthAnswer } from './monthMessages'
import { ImportFaults, type ImportProgress } from './report'

// Stacks of the parser's errors, shown nowhere, would take most of its time.
Error.stackTraceLimit = 0

const TELL_EVERY_MS = 200
let toldAt = -Infinity

function tell(progress: ImportProgress): void {
  if (performance.now() - toldAt < TELL_EVERY_MS) return
  toldAt = performance.now()
  process.stdout.write(`${JSON.stringify(progress)}\n`)
}

async function check(): Promise<MonthAnswer> {
  const { month, localAuthority, contactsBefore } = monthTaskSchema.parse(
    JSON.parse(await readFile(MONTH_FILES.task, 'utf8')),
  )
  const hasContacts = await isThere(MONTH_FILES.contacts)
  const hasWards = await isThere(MONTH_FILES.wards)
  const staging = await openStaging('.')
  const { connection } = staging
  try {
    const checked = await checkFiles(
      {
        month,
        contactsBefore,
        ...((await isThere(MONTH_FILES.before)) ? { fileBefore: MONTH_FILES.before } : {}),
        wardsFile: hasWards ? MONTH_FILES.wards : undefined,
        ...(hasWards ? {} : { wardsBefore: await readWardsBefore() }),
        householdsFile: MONTH_FILES.households,
        ...(hasContacts ? { contactsFile: MONTH_FILES.contacts } : {}),
        ...(localAuthority ? { localAuthority } : {}),
      },
      '.',
      connection,
      tell,
    )
    const contactCount = hasContacts ? await writeContacts(connection) : null
    await writeCheckedWards(MONTH_FILES.checkedWards, checked.wards)
    tell({ doing: 'Comparing with the month before', fraction: 0.9 })
    const hasBefore = await isThere(MONTH_FILES.before)
    await writeNewHouseholds(connection, { hasBefore, hasContacts })
    const comparison = hasBefore ? await compareWithBefore(connection, checked) : null
    const { wards, householdCount, warnings, losses } = checked
    return { checked: { wardCount: wards.length, householdCount, warnings, losses, contactCount, comparison } }
  } finally {
    staging.close()
  }
}

async function readWardsBefore(): Promise<Ward[]> {
  return wardsSchema.parse(JSON.parse(await readFile(MONTH_FILES.wardsBefore, 'utf8')))
}

async function writeContacts(connection: DuckDBConnection): Promise<number> {
  const columns = CONTACT_COLUMNS.map(({ name }) => quotedIdentifier(name)).join(', ')
  await connection.run(
    `copy (select ${columns} from contacts semi join households using (household_reference)) ` +
      `to '${MONTH_FILES.checkedContacts}' (format parquet, compression zstd)`,
  )
  const count = await connection.runAndReadAll(`select count(*)::integer from '${MONTH_FILES.checkedContacts}'`)
  return Number(count.value(0, 0))
}

async function writeNewHouseholds(
  connection: DuckDBConnection,
  { hasBefore, hasContacts }: { hasBefore: boolean; hasContacts: boolean },
): Promise<void> {
  const hasContact = hasContacts
    ? 'exists (from contacts c where c.household_reference = h.household_reference)'
    : 'false'
  await connection.run(
    `copy (select household_reference, ${hasContact} as has_contact from households h ` +
      `${hasBefore ? `anti join read_parquet('${MONTH_FILES.before}') using (household_reference)` : ''}) ` +
      `to '${MONTH_FILES.newHouseholds}' (format json)`,
  )
}

async function compareWithBefore(connection: DuckDBConnection, checked: CheckedMonth): Promise<Comparison> {
  const wardNames = new Map(checked.wards.map(({ code, name }) => [code, name]))
  const { shifts, ...counts } = await compareMonths(connection, MONTH_FILES.before, checked.snapshotFile)
  return {
    ...counts,
    shifts: shifts.map((shift) =>
      shift.column === 'ward_code' ? { ...shift, value: wardNames.get(shift.value ?? '') ?? shift.value } : shift,
    ),
  }
}

const isThere = (name: string) =>
  stat(name).then(
    () => true,
    () => false,
  )

// Ends with the server, whose end of the pipe closes.
process.stdin.on('end', () => process.exit()).resume()
process.stdout.on('error', () => process.exit())

void check()
  .catch((error: unknown): MonthAnswer => {
    if (error instanceof ImportFaults) return { faults: error.faults, warnings: error.warnings }
    // The message may quote the files.
    return { failed: error instanceof Error ? error.name : 'unknown' }
  })
  .then((answer) => writeFile(MONTH_FILES.answer, JSON.stringify(answer)))
  .then(() => process.exit())
