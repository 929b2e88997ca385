import { integer, pgTable } from 'drizzle-orm/pg-core'
import { moment } from './columns'
import { organisationId } from './organisations'
import { ownRowsOnly } from './tenancy'

/** docs/product.md#keeping-and-forgetting */
export const retentionPeriods = pgTable(
  'retention_periods',
  {
    organisationId: organisationId().primaryKey(),
    campaignDays: integer('campaign_days').notNull().default(90),
    exportDays: integer('export_days').notNull().default(30),
    snapshotMonths: integer('snapshot_months').notNull().default(24),
    auditYears: integer('audit_years').notNull().default(6),
    /** By the server's clock; null: none yet. */
    lastNightAt: moment('last_night_at'),
  },
  () => [ownRowsOnly()],
)
