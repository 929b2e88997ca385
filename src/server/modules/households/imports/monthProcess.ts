/**
 * The sandboxed process that checks an uploaded month in its working folder. It has no access to the database or to
 * secrets; modules/households/imports/checkProcess.ts limits and ends it.
 */
import { stat } from 'node:fs/promises'
import { quotedIdentifier } from '@duckdb/node-api'
import { checkFiles } from './checkFiles'
import { CONTACT_COLUMNS } from './checkedColumn'
import { MONTH_FILES, monthTaskSchema, type MonthMessage, type MonthTask } from './monthMessages'
import { compareMonths } from './compareMonths'
import { ImportFaults } from './report'
import { openStaging } from '../snapshots/importing/staging'

const send = (message: MonthMessage) => void process.send?.(message)

async function check({ localAuthority }: MonthTask): Promise<MonthMessage> {
  const hasContacts = await isThere(MONTH_FILES.contacts)
  const staging = await openStaging('.')
  const { connection } = staging
  try {
    const checked = await checkFiles(
      {
        wardsFile: MONTH_FILES.wards,
        householdsFile: MONTH_FILES.households,
        ...(hasContacts ? { contactsFile: MONTH_FILES.contacts } : {}),
        ...(localAuthority ? { localAuthority } : {}),
      },
      '.',
      connection,
      (at) => send({ progress: at }),
    )
    let contactCount = null
    if (hasContacts) {
      const columns = CONTACT_COLUMNS.map(({ name }) => quotedIdentifier(name)).join(', ')
      await connection.run(
        `copy (select ${columns} from contacts semi join households using (household_reference)) ` +
          `to '${MONTH_FILES.checkedContacts}' (format parquet, compression zstd)`,
      )
      const count = await connection.runAndReadAll(`select count(*)::integer from '${MONTH_FILES.checkedContacts}'`)
      contactCount = Number(count.value(0, 0))
    }
    send({ progress: { doing: 'Comparing with the month before', fraction: 0.9 } })
    const comparison = (await isThere(MONTH_FILES.before))
      ? await compareMonths(connection, MONTH_FILES.before, checked.snapshotFile)
      : null
    const { wards, householdCount, warnings } = checked
    return { checked: { wards: [...wards], householdCount, warnings, contactCount, comparison } }
  } finally {
    staging.close()
  }
}

const isThere = (name: string) =>
  stat(name).then(
    () => true,
    () => false,
  )

process.once('message', (message) => {
  void check(monthTaskSchema.parse(message))
    .catch((error: unknown): MonthMessage => {
      if (error instanceof ImportFaults) return { faults: error.faults, warnings: error.warnings }
      // The error's message may quote the files.
      return { failed: error instanceof Error ? error.name : 'unknown' }
    })
    // Disconnecting sooner drops what the pipe has not yet taken (nodejs/node#36268).
    .then((answer) => process.send?.(answer, () => process.disconnect()))
})
process.on('disconnect', () => process.exit())
send({ ready: true })
