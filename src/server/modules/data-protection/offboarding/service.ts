/** A departed council leaves only a line in the ledger (docs/product.md#leaving-doorstep). */
import type { Database } from '../../../db/database'
import { forgetStatistics } from '../../../db/statistics'
import type { Queue } from '../../../jobs/queue'
import type { CalculatorService } from '../../households/calculator/service'
import type { Ledger } from '../../platform/erasure-ledger/ledger'
import { removeOlder, type FilesService } from '../../platform/files/service'
import type { SendingService } from '../../campaigns/sending/service'
import { deleteOrganisation, lockOrganisation } from '../../organisations/organisations/service'
import { endViews } from '../../organisations/sessions/service'
import type { SnapshotsService } from '../../households/snapshots/service'

/** With a folder per organisation; the calculator's results and snapshots have their own keys. */
const FOLDERS = ['basemaps', 'exports', 'letter-templates', 'letters', 'months', 'renewals', 'uploads'] as const

const DAY_MS = 24 * 60 * 60 * 1000

export interface OffboardingDependencies {
  readonly database: Database
  readonly queue: Queue
  readonly files: FilesService
  readonly ledger: Ledger
  readonly calculator: CalculatorService
  readonly sending: Pick<SendingService, 'forgetAllowance'>
  readonly snapshots: SnapshotsService
  readonly notifySimulator: { forgetUnknown(): Promise<unknown> } | undefined
}

/** Removes organisations. */
export function createOffboardingService(deps: OffboardingDependencies) {
  const { database, queue, files, ledger, calculator, sending, snapshots, notifySimulator } = deps

  const listFiles = async (organisationId: string, results: readonly string[]) => {
    const keys = [...results]
    for (const folder of FOLDERS) {
      for await (const { key } of files.list(`${folder}/${organisationId}`)) keys.push(key)
    }
    return keys
  }

  /** Rows and queue: ends sessions, and work in progress finds no organisation. */
  const removeRecords = (organisationId: string) =>
    database.asSystem(async (tx) => {
      const organisation = await lockOrganisation(tx, organisationId)
      if (!organisation) return
      // Before the commit: a row never goes without its file.
      await ledger.noteRemoval(organisationId, {
        slug: organisation.slug,
        removedAt: new Date().toISOString(),
        snapshots: await snapshots.files.listKeys(tx, organisationId),
        results: await calculator.resultFiles(tx, organisationId),
      })
      await sending.forgetAllowance(tx, organisationId)
      await endViews(tx, organisationId)
      await deleteOrganisation(tx, organisationId)
    })

  async function removeRest(organisationId: string): Promise<void> {
    await queue.forget(organisationId)
    const removal = (await ledger.removals()).find((one) => one.organisationId === organisationId)
    for (const key of removal?.snapshots ?? []) await snapshots.files.remove(key)
    for (const key of removal?.results ?? []) await files.remove(key)
    const untilNow = new Date(Date.now() + DAY_MS)
    for (const folder of FOLDERS) await removeOlder(files, `${folder}/${organisationId}`, untilNow)
    await notifySimulator?.forgetUnknown()
    await database.asSystem(forgetStatistics)
    await snapshots.files.forgetGone()
  }

  return {
    ledger,

    async files(organisationId: string): Promise<string[]> {
      return listFiles(organisationId, await database.asSystem((tx) => calculator.resultFiles(tx, organisationId)))
    },

    /** Repeating it resumes an interrupted removal. */
    async remove(organisationId: string): Promise<void> {
      await removeRecords(organisationId)
      await removeRest(organisationId)
    },

    /** Removes what a restore brought back, and files in progress at a removal. */
    async removeAgain(): Promise<void> {
      for (const { organisationId } of await ledger.removals()) {
        await removeRecords(organisationId)
        await removeRest(organisationId)
      }
    },
  }
}
