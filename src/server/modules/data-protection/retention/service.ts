/** Retention periods, and the nightly deletion (docs/product.md#keeping-and-forgetting). */
import type { Keeping } from '#contract/data-protection/retention'
import { monthsOn } from '../../../lib/days'
import { londonDay } from '#contract/days'
import { withAdvisoryLock } from '../../../db/advisoryLock'
import type { Database } from '../../../db/database'
import type { Tx } from '../../../db/engine'
import type { Actor, AuditService } from '../../organisations/audit/service'
import * as repo from './repo'

const DEFAULTS: Keeping = { campaign_days: 90, export_days: 30, snapshot_months: 24, audit_years: 6 }

const NIGHTLY_WORK = { email: 'nightly work', actor: { role: 'System' } } as const

const DAY_MS = 24 * 60 * 60 * 1000

/** After a longer gap the clock may be wrong: nothing is deleted until it has held for a night. */
const MAX_GAP_MS = 40 * DAY_MS

/** Each deletes what is older. @returns how much */
export interface Forgetting {
  campaigns(organisationId: string, before: Date): Promise<number>
  exports(organisationId: string, before: Date): Promise<number>
  calculatorResults(organisationId: string, before: Date): Promise<number>
  visits(organisationId: string, before: Date): Promise<number>
  /** @param before yyyy-mm-dd of a month. The latest one stays. */
  snapshots(organisationId: string, before: string): Promise<number>
  looks(organisationId: string, before: Date): Promise<number>
  audit(organisationId: string, before: Date): Promise<number>
}

export type KeepingService = ReturnType<typeof createKeepingService>

async function periodsOf(tx: Tx, organisationId: string): Promise<Keeping> {
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

/** In a restore: earlier nights do not count. */
export const clearNights = (tx: Tx): Promise<unknown> => repo.clearNights(tx)

/** Deletes by retention period. */
export function createKeepingService(deps: {
  readonly database: Database
  readonly audit: AuditService
  readonly forgetting: Forgetting
  readonly now?: () => Date
}) {
  const { database, audit, forgetting, now = () => new Date() } = deps

  /** Whether the clock can be believed; the night is recorded in any case. */
  const beginNight = (organisationId: string, at: Date) =>
    database.forOrganisation(organisationId, async (tx) => {
      const last = (await repo.find(tx, organisationId))?.lastNightAt?.getTime()
      await repo.save(tx, organisationId, { lastNightAt: at })
      const gap = last === undefined ? 0 : at.getTime() - last
      return { isBelieved: gap >= 0 && gap <= MAX_GAP_MS, periods: await periodsOf(tx, organisationId) }
    })

  async function forgetOf(organisationId: string): Promise<void> {
    const at = now()
    const { isBelieved, periods } = await beginNight(organisationId, at)
    if (!isBelieved) return
    const day = londonDay(at)
    const daysAgo = (days: number) => new Date(at.getTime() - days * DAY_MS)
    const yearsAgo = new Date(monthsOn(day, -12 * periods.audit_years))
    const exportsBefore = daysAgo(periods.export_days)
    const works = [
      [
        'campaigns’ names, addresses, numbers and letters',
        () => forgetting.campaigns(organisationId, daysAgo(periods.campaign_days)),
      ],
      ['visit rounds with what came of them', () => forgetting.visits(organisationId, daysAgo(periods.campaign_days))],
      ['exported files', () => forgetting.exports(organisationId, exportsBefore)],
      ['calculator results', () => forgetting.calculatorResults(organisationId, exportsBefore)],
      ['snapshots', () => forgetting.snapshots(organisationId, monthsOn(day, -periods.snapshot_months))],
      ['looks at households', () => forgetting.looks(organisationId, yearsAgo)],
      ['audit entries', () => forgetting.audit(organisationId, yearsAgo)],
    ] as const
    const actor: Actor = { ...NIGHTLY_WORK, organisationId }
    for (const [kind, forget] of works) {
      const gone = await forget()
      if (gone > 0) await audit.record(actor, 'forgotten', kind, gone)
    }
  }

  return {
    periods: (organisationId: string): Promise<Keeping> =>
      database.forOrganisation(organisationId, (tx) => periodsOf(tx, organisationId)),

    set: (by: Actor, periods: Keeping): Promise<void> =>
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
        for (const { id } of await database.asSystem((tx) => repo.organisationIds(tx))) await forgetOf(id)
      }),
  }
}
