/** Rows at once, files in the background (docs/product.md#erasure). */
import { z } from 'zod'
import type { Database } from '../../../db/database'
import type { Tx } from '../../../db/engine'
import { forgetStatistics } from '../../../db/statistics'
import type { JobKind, Queue } from '../../../jobs/queue'
import type { CampaignsService } from '../../campaigns/campaigns/service'
import { eraseHelpRequests } from '../../campaigns/replies/helpRequests'
import { eraseReceivedTexts } from '../../campaigns/replies/receivedTexts'
import { eraseVisits } from '../../campaigns/visits/householdVisits'
import type { CalculatorService } from '../../households/calculator/service'
import { eraseMarks, readContactHouseholds } from '../../households/contacts/eraseContacts'
import type { FilterTemplatesService } from '../../households/filter-templates/service'
import type { ImportsService } from '../../households/imports/service'
import type { NeedToKnowService } from '../../households/need-to-know/service'
import type { SnapshotsService } from '../../households/snapshots/service'
import type { AuditService } from '../../organisations/audit/service'
import type { Ledger } from '../../platform/erasure-ledger/ledger'
import { findErased, findTombstones, prepareErased, type IsErased } from '../../platform/erasure-ledger/service'
import { removeOlder, type FilesService } from '../../platform/files/service'

const data = z.object({ organisationId: z.uuid(), isLast: z.boolean() })
type ErasureWork = z.infer<typeof data>

/** Names no household, only digests. */
export const ERASE_HOUSEHOLDS: JobKind<ErasureWork> = {
  name: 'erase-households',
  data,
  expiresInSeconds: 60 * 60,
  oneWaiting: ({ organisationId, isLast }) => `${organisationId} ${isLast}`,
}

/** By then, exports or letters in progress are finished. */
const LAST_AFTER_SECONDS = 60 * 60

const DAY_MS = 24 * 60 * 60 * 1000

export interface ErasureDependencies {
  readonly database: Database
  readonly queue: Queue
  readonly audit: AuditService
  readonly needToKnow: NeedToKnowService
  readonly calculator: CalculatorService
  readonly campaigns: Pick<CampaignsService, 'erasure'>
  readonly files: Pick<FilesService, 'list' | 'remove'>
  readonly ledger: Ledger
  readonly notifySimulator: { forgetUnknown(): Promise<unknown> } | undefined
  readonly imports: ImportsService
  readonly snapshots: SnapshotsService
  readonly filterTemplates: FilterTemplatesService
}

/** Erases the database rows of households, but those of templates and links. */
export async function eraseRecords(
  { campaigns }: Pick<ErasureDependencies, 'campaigns'>,
  tx: Tx,
  organisationId: string,
  isErased: IsErased,
): Promise<void> {
  const numbers = await campaigns.erasure.erase(tx, organisationId, isErased)
  await eraseMarks(tx, organisationId, isErased, numbers)
  await eraseVisits(tx, organisationId, isErased)
  await eraseHelpRequests(tx, organisationId, isErased)
  await eraseReceivedTexts(tx, organisationId, isErased, numbers)
}

/** Copies an organisation's tombstones to the ledger. */
export async function noteInLedger(
  { database, ledger }: Pick<ErasureDependencies, 'database' | 'ledger'>,
  organisationId: string,
): Promise<void> {
  const tombstones = await database.forOrganisation(organisationId, (tx) => findTombstones(tx, organisationId))
  if (tombstones) await ledger.noteErasures(organisationId, tombstones)
}

/** Repeatable; resumes where it stopped. */
export async function eraseEverywhere(
  deps: ErasureDependencies,
  { organisationId, isLast }: ErasureWork,
): Promise<void> {
  const { database, queue, calculator, files, imports, snapshots } = deps
  const inOrganisation = <T>(work: (tx: Tx) => Promise<T>) => database.forOrganisation(organisationId, work)
  const erased = await inOrganisation((tx) => findErased(tx, organisationId))
  if (erased.count === 0) return
  const has = await prepareErased(erased.has, readContactHouseholds(database, organisationId))
  await noteInLedger(deps, organisationId)
  await imports.discardOpen(organisationId)
  const [erasedMonths] = await Promise.allSettled([snapshots.files.erase(organisationId, has)])
  // After the months, where a campaign could still find the household; also when a month cannot be read.
  await inOrganisation((tx) => eraseRecords(deps, tx, organisationId, has))
  await deps.filterTemplates.erase(organisationId, has)
  await deps.needToKnow.eraseLooks(organisationId, has)
  const untilNow = new Date(Date.now() + DAY_MS)
  await removeOlder(files, `exports/${organisationId}`, untilNow)
  await calculator.deleteBefore(organisationId, untilNow)
  await calculator.removeUnfinished(organisationId)
  await calculator.forgetQueued(organisationId)
  await deps.notifySimulator?.forgetUnknown()
  await database.asSystem(forgetStatistics)
  if (erasedMonths.status === 'rejected') throw erasedMonths.reason
  if (isLast) return
  await inOrganisation((tx) =>
    queue.send(tx, ERASE_HOUSEHOLDS, { organisationId, isLast: true }, { afterSeconds: LAST_AFTER_SECONDS }),
  )
}
