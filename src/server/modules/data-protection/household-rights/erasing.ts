/** Erases households: database rows at once, files in the background (docs/product.md#erasure). */
import { z } from 'zod'
import type { Database } from '../../../db/database'
import type { Tx } from '../../../db/engine'
import { forgetStatistics } from '../../../db/statistics'
import type { JobKind, Queue } from '../../../jobs/queue'
import type { AccessService } from '../../households/need-to-know/service'
import type { Actor, AuditService } from '../../organisations/audit/service'
import type { CalculatorService } from '../../households/calculator/service'
import type { CampaignsService } from '../../campaigns/campaigns/service'
import { addErasure, addTombstones, erasedOf, tombstonesOf, type IsErased } from '../../platform/erasure-ledger/service'
import type { Ledger } from '../../platform/erasure-ledger/ledger'
import { removeOlder, type FilesService } from '../../platform/files/service'
import type { MonthsService } from '../../households/imports/service'
import { lastDigitsOf, type RecipientsService } from '../../campaigns/recipients/service'
import type { SnapshotsService } from '../../households/snapshots/service'
import type { TemplatesService } from '../../households/filter-templates/service'
import * as repo from './repo'

const data = z.object({ organisationId: z.uuid(), isLast: z.boolean() })

/** Names no household: digests tell what is erased. */
const ERASE: JobKind<z.infer<typeof data>> = {
  name: 'erase-households',
  data,
  expiresInSeconds: 60 * 60,
  oneWaiting: ({ organisationId, isLast }) => `${organisationId} ${isLast}`,
}

/** By then, exports or letters in progress are finished. */
const LAST_AFTER_SECONDS = 60 * 60

const DAY_MS = 24 * 60 * 60 * 1000

export interface ErasingDependencies {
  readonly database: Database
  readonly queue: Queue
  readonly recipients: Pick<RecipientsService, 'householdsWithNumber'>
  readonly audit: AuditService
  readonly access: AccessService
  readonly calculator: CalculatorService
  readonly campaigns: Pick<CampaignsService, 'erase' | 'withdrawErased'>
  readonly files: Pick<FilesService, 'list' | 'remove'>
  readonly ledger: Ledger
  readonly forgetSimulated: () => Promise<void>
  readonly months: MonthsService
  readonly snapshots: SnapshotsService
  readonly templates: TemplatesService
  readonly visits: { readonly erase: (tx: Tx, organisationId: string, isErased: IsErased) => Promise<void> }
}

/** Registers its job: call before the queue starts. */
export function createErasing(deps: ErasingDependencies) {
  const { database, queue, audit, access, calculator, campaigns, files, months, snapshots, templates, visits } = deps
  const { ledger, recipients } = deps
  queue.work(ERASE, eraseEverywhere)

  async function eraseRecords(tx: Tx, organisationId: string, isErased: IsErased): Promise<void> {
    const numbers = (await campaigns.erase(tx, organisationId, isErased)).map((mobile) => lastDigitsOf(mobile))
    const gone: number[] = []
    for (const { id, reference, number } of await repo.allMarks(tx, organisationId)) {
      if (reference !== null && isErased(reference)) gone.push(id)
      // Marks that also apply to another household stay.
      const isTheirs = number !== null && numbers.includes(number)
      if (isTheirs && (await recipients.householdsWithNumber(tx, organisationId, number)).length === 0) gone.push(id)
    }
    await repo.deleteMarksById(tx, gone)
    await access.erase(tx, organisationId, isErased)
    await templates.erase(tx, organisationId, isErased)
    await visits.erase(tx, organisationId, isErased)
  }

  async function noteInLedger(organisationId: string): Promise<void> {
    const tombstones = await database.forOrganisation(organisationId, (tx) => tombstonesOf(tx, organisationId))
    if (tombstones) await ledger.noteErasures(organisationId, tombstones)
  }

  /** Can be repeated, and resumes where a stop interrupted it. */
  async function eraseEverywhere({ organisationId, isLast }: z.infer<typeof data>): Promise<void> {
    const inOrganisation = <T>(work: (tx: Tx) => Promise<T>) => database.forOrganisation(organisationId, work)
    const { count, has } = await inOrganisation((tx) => erasedOf(tx, organisationId))
    if (count === 0) return
    await noteInLedger(organisationId)
    await months.discardOpen(organisationId)
    const [erasedMonths] = await Promise.allSettled([snapshots.erase(organisationId, has)])
    // After the months, where a campaign could still find the household; also when a month cannot be read.
    await inOrganisation((tx) => eraseRecords(tx, organisationId, has))
    const untilNow = new Date(Date.now() + DAY_MS)
    await removeOlder(files, `exports/${organisationId}`, untilNow)
    await calculator.deleteBefore(organisationId, untilNow)
    await calculator.removeUnfinished(organisationId)
    await calculator.forgetQueued(organisationId)
    await deps.forgetSimulated()
    await database.asSystem(forgetStatistics)
    if (erasedMonths.status === 'rejected') throw erasedMonths.reason
    if (isLast) return
    await inOrganisation((tx) =>
      queue.send(tx, ERASE, { organisationId, isLast: true }, { afterSeconds: LAST_AFTER_SECONDS }),
    )
  }

  return {
    /**
     * Erases again what the ledger knows and restored rows do not, and adds to the ledger what only they know.
     * @throws AggregateError after trying all, for organisations with unreadable files
     */
    async eraseAgain(organisationIds: readonly string[]): Promise<void> {
      const faults: unknown[] = []
      for (const { organisationId, ...tombstones } of await ledger.erasures()) {
        if (!organisationIds.includes(organisationId)) continue
        const by = { organisationId, email: 'restore', actor: { role: 'System' } }
        const lost = await database.forOrganisation(organisationId, async (tx) => {
          const count = await addTombstones(tx, organisationId, tombstones)
          if (count === 0) return 0
          // Before the commit: another server that waits for it must not answer before all is forgotten.
          await ledger.noteErasures(organisationId, tombstones, true)
          // In case this process ends too early.
          await queue.send(tx, ERASE, { organisationId, isLast: false }, { afterSeconds: 60 })
          await audit.recordIn(tx, by, 'erased', 'households, again after a restore', count)
          return count
        })
        if (lost === 0 && !(await ledger.isUnfinished(organisationId))) continue
        // A failure leaves only its own organisation unfinished.
        const [erased] = await Promise.allSettled([eraseEverywhere({ organisationId, isLast: false })])
        await database.forOrganisation(organisationId, (tx) => campaigns.withdrawErased(tx, organisationId))
        if (erased.status === 'fulfilled') await ledger.finish(organisationId)
        else faults.push(erased.reason)
      }
      for (const organisationId of organisationIds) await noteInLedger(organisationId)
      if (faults.length > 0) throw new AggregateError(faults, 'Not all that was erased could be erased again.')
    },

    /** The erased ones, as written; only of this organisation. */
    async erasedAmong({ organisationId }: Pick<Actor, 'organisationId'>, references: readonly string[]) {
      const { has } = await database.forOrganisation(organisationId, (tx) => erasedOf(tx, organisationId))
      return references.filter(has)
    },

    /** Erases households for good. Idempotent. */
    async erase(by: Actor, references: readonly string[]): Promise<void> {
      const { organisationId } = by
      await database.forOrganisation(organisationId, async (tx) => {
        for (const reference of references) await addErasure(tx, by, reference)
        const { has } = await erasedOf(tx, organisationId)
        await eraseRecords(tx, organisationId, has)
        await queue.send(tx, ERASE, { organisationId, isLast: false })
        await audit.recordIn(tx, by, 'erased', 'households', references.length)
      })
      // Before the answer: if the database is lost a moment later, so is the job. If this fails, the job does it.
      await noteInLedger(organisationId).catch(() => {})
    },
  }
}
