/** importJobs.ts does the work. */
import { z } from 'zod'
import type { JobKind } from '../../../jobs/queue'
import { ADDRESS_SECONDS, type ImportKey } from './importFiles'

const workSchema = z.object({ organisationId: z.uuid(), id: z.uuid() })

const ONE_HOUR = 60 * 60

/** By then an unpublished month is deleted. */
export const FORGET_AFTER_SECONDS = 7 * 24 * ONE_HOUR

/** By then uploads begun in time have ended. */
export const REMOVE_LATE_AFTER_SECONDS = 2 * ADDRESS_SECONDS

/** An organisation has one month at a time, so no council's file takes both places. */
const AT_ONCE = { data: workSchema, expiresInSeconds: ONE_HOUR, workers: 2 }

export const CHECK_MONTH: JobKind<ImportKey> = { name: 'check-month', ...AT_ONCE }
export const CHECK_LONG_MONTH: JobKind<ImportKey> = { name: 'check-long-month', ...AT_ONCE, workers: 1 }
export const PUBLISH_MONTH: JobKind<ImportKey> = { name: 'publish-month', ...AT_ONCE }
export const FORGET_MONTH: JobKind<ImportKey> = { name: 'forget-month', data: workSchema }
export const REMOVE_LATE_FILES: JobKind<ImportKey> = { name: 'remove-late-files', data: workSchema }
