/** What the first release wrote: records as a backup and as SQL, and a device's tables. `npm run upgrade:fixtures` */
import { join } from 'node:path'

export const FIXTURES = join(import.meta.dirname, 'fixtures')
export const BACKUP = join(FIXTURES, 'backup')
export const SQL_DUMP = join(FIXTURES, 'records.sql.gz')
export const DEVICE = join(FIXTURES, 'device.json')

/** In production without a key of GOV.UK Notify nothing is sent, so that campaigns stay as they are. */
export const SETTINGS = {
  NODE_ENV: 'production',
  SOFFICE_PATH: 'none',
  DOORSTEP_SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
}

/** The key of the device's person, in base64url as the server gives it. */
export const DEVICE_KEY = Buffer.alloc(32, 9).toString('base64url')

/** Campaigns by name, each in another state: which of them is which after an upgrade. */
export const CAMPAIGNS = [
  'Preparing',
  'Prepared',
  'Reviewed',
  'Sending',
  'Paused',
  'Complete',
  'Cancelled',
  'Archived',
] as const
export type CampaignName = (typeof CAMPAIGNS)[number]
