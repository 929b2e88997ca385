import { z } from 'zod'
import { text } from './bounded'
import { endpoint } from './endpoint'
import { recordsDay } from './recordsDay'

/** What is recorded. A new one is given its words in src/app/features/audit/wording.ts. */
export const AUDITED_ACTIONS = [
  'sign_in',
  'export',
  'calculator',
  'campaign',
  'review',
  'run',
  'resume',
  'cancel',
  'archive',
  'view_as',
  'template_upload',
  'campaigns_enabled',
  'campaigns_disabled',
  'renewals_pack',
] as const
export type AuditedAction = (typeof AUDITED_ACTIONS)[number]

const auditEntrySchema = z.object({
  id: z.number(),
  at: z.string(),
  organisation: z.string(),
  actor_email: z.string(),
  /** Who they really are, also while they viewed as another. */
  actor_role: z.string(),
  action: z.string(),
  subject: z.string(),
  quantity: z.number().nullable(),
})
export type AuditEntry = z.infer<typeof auditEntrySchema>

/** Entries on a page. */
export const AUDIT_PAGE_SIZE = 50

const day = recordsDay.optional()

/** Absent fields filter nothing. Days are of London, both included. Sent in bodies: an address in a URL would be logged. */
const auditFilterSchema = z.object({
  /** A part of the actor's e-mail address. */
  actor: text(254).optional(),
  action: z.enum(AUDITED_ACTIONS).optional(),
  /** An organisation's slug. */
  organisation: text(100).optional(),
  from: day,
  to: day,
})
export type AuditFilter = z.infer<typeof auditFilterSchema>

export const getAuditEntries = endpoint({
  name: 'getAuditEntries',
  method: 'POST',
  isRead: true,
  path: '/api/audit-entries',
  summary: 'The audit log of every organisation, newest first, a page at a time.',
  body: auditFilterSchema.extend({ page: z.number().int().min(1).max(100_000).default(1) }),
  reply: z.object({ entries: z.array(auditEntrySchema), total: z.number() }),
})

export const exportAuditEntries = endpoint({
  name: 'exportAuditEntries',
  method: 'POST',
  isRead: true,
  path: '/api/audit-entries-csv',
  summary: 'The same as a CSV, whole; itself recorded.',
  body: auditFilterSchema,
  reply: z.string(),
  produces: 'csv',
})
