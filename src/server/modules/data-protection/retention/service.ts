/** docs/product.md#keeping-and-forgetting */
import type { RetentionPeriods } from '#contract/data-protection/retention'
import { londonDay, monthsOn } from '#contract/days'
import { withAdvisoryLock } from '../../../db/advisoryLock'
import type { Database } from '../../../db/database'
import type { Tx } from '../../../db/engine'
import type { CampaignsService } from '../../campaigns/campaigns/service'
import type { RepliesService } from '../../campaigns/replies/service'
import type { VisitsService } from '../../campaigns/visits/service'
import type { CalculatorService } from '../../households/calculator/service'
import type { ImportsService } from '../../households/imports/service'
import type { NeedToKnowService } from '../../households/need-to-know/service'
import type { SnapshotsService } from '../../households/snapshots/service'
import type { Actor, AuditService } from '../../organisations/audit/service'
import { removeOlder, type FilesService } from '../../platform/files/service'
import * as repo from './repo'

const DEFAULTS: RetentionPeriods = { campaign_days: 90, export_days: 30, snapshot_months: 24, audit_years: 6 }

const NIGHTLY_WORK = { email: 'nightly work', actor: { role: 'System' } } as const

const DAY_MS = 24 * 60 * 60 * 1000

/** After a longer gap the clock may be wrong: nothing is deleted until it has held for a night. */
const MAX_GAP_MS = 40 * DAY_MS

export type RetentionService = ReturnType<typeof createRetentionService>

async function findPeriods(tx: Tx, organisationId: string): Promise<RetentionPeriods> {
  const row = await repo.find(tx, organisationId)
  if (!row) return DEFAULTS
  const { campaignDays, exportDays, snapshotMonths, auditYears } = row
  return {
    campaign_days: campaignDays,
    export_days: exportDays,
    snapshot_months: snapshotMonths,
    audit_years: auditYears,
  }
}

/** After a restore earlier nights do not count. */
export const clearNights = (tx: Tx): Promise<unknown> => repo.clearLastNights(tx)

/** Deletes by retention period. */
export function createRetentionService(deps: {
  readonly database: Database
  readonly audit: AuditService
  readonly files: FilesService
  readonly campaigns: CampaignsService
  readonly visits: VisitsService
  readonly replies: Pick<RepliesService, 'help' | 'texts'>
  readonly calculator: CalculatorService
  readonly snapshots: SnapshotsService
  readonly imports: Pick<ImportsService, 'forgetReplaced'>
  readonly needToKnow: NeedToKnowService
  readonly now?: () => Date
}) {
  const { database, audit, files, now = () => new Date() } = deps

  /** Whether the clock can be believed; records the night in any case. */
  const beginNight = (organisationId: string, at: Date) =>
    database.forOrganisation(organisationId, async (tx) => {
      const last = (await repo.find(tx, organisationId))?.lastNightAt?.getTime()
      await repo.save(tx, organisationId, { lastNightAt: at })
      const gap = last === undefined ? 0 : at.getTime() - last
      return { isBelieved: gap >= 0 && gap <= MAX_GAP_MS, periods: await findPeriods(tx, organisationId) }
    })

  async function forgetOld(organisationId: string): Promise<void> {
    const at = now()
    const { isBelieved, periods } = await beginNight(organisationId, at)
    if (!isBelieved) return
    const day = londonDay(at)
    const daysAgo = (days: number) => new Date(at.getTime() - days * DAY_MS)
    const yearsAgo = new Date(monthsOn(day, -12 * periods.audit_years))
    const exportsBefore = daysAgo(periods.export_days)
    const campaignsBefore = daysAgo(periods.campaign_days)
    const works = [
      [
        'campaigns’ names, addresses, numbers and letters',
        () => deps.campaigns.clearCompleted(organisationId, campaignsBefore),
      ],
      ['visit rounds with what came of them', () => deps.visits.deleteBefore(organisationId, campaignsBefore)],
      ['texts that came in and are done', () => deps.replies.texts.deleteDoneBefore(organisationId, campaignsBefore)],
      ['requests for help that are done', () => deps.replies.help.deleteDoneBefore(organisationId, campaignsBefore)],
      [
        'exported files',
        async () =>
          (await removeOlder(files, `exports/${organisationId}`, exportsBefore)) +
          (await removeOlder(files, `renewals/${organisationId}`, exportsBefore)),
      ],
      ['calculator results', () => deps.calculator.deleteBefore(organisationId, exportsBefore)],
      ['snapshots', () => deps.snapshots.files.deleteBefore(organisationId, monthsOn(day, -periods.snapshot_months))],
      ['months and contacts that were replaced', () => deps.imports.forgetReplaced(organisationId, at)],
      ['looks at households', () => deps.needToKnow.deleteLooksBefore(organisationId, yearsAgo)],
      ['audit entries', () => audit.deleteBefore(organisationId, yearsAgo)],
    ] as const
    const actor: Actor = { ...NIGHTLY_WORK, organisationId }
    for (const [kind, forget] of works) {
      const gone = await forget()
      if (gone > 0) await audit.record(actor, 'forgotten', kind, gone)
    }
  }

  return {
    periods: (organisationId: string): Promise<RetentionPeriods> =>
      database.forOrganisation(organisationId, (tx) => findPeriods(tx, organisationId)),

    set: (by: Actor, periods: RetentionPeriods): Promise<void> =>
      database.forOrganisation(by.organisationId, async (tx) => {
        await repo.save(tx, by.organisationId, {
          campaignDays: periods.campaign_days,
          exportDays: periods.export_days,
          snapshotMonths: periods.snapshot_months,
          auditYears: periods.audit_years,
        })
        const { campaign_days: campaigns, export_days: exports, snapshot_months: snapshots, audit_years: log } = periods
        const subject = `campaigns ${campaigns} days, exports ${exports} days, snapshots ${snapshots} months, audit ${log} years`
        await audit.recordIn(tx, by, 'keeping', subject)
      }),

    /** Idempotent. */
    forget: (): Promise<void> =>
      withAdvisoryLock(database, 'forgetting', async () => {
        for (const { id } of await database.asSystem((tx) => repo.organisationIds(tx))) await forgetOld(id)
      }),
  }
}
