import { z } from 'zod'
import { text } from '../bounded'
import { endpoint } from '../endpoint'
import { recordsDay } from '../recordsDay'

/** auditWords.ts has the words. */
export const AUDITED_ACTIONS = [
  'sign_in',
  'export',
  'calculator',
  'campaign',
  'review',
  'run',
  'test_message',
  'start_changed',
  'pause',
  'resume',
  'cancel',
  'archive',
  'hold_out_released',
  'left_out',
  'view_as',
  'template_upload',
  'message_template',
  'campaigns_enabled',
  'campaigns_disabled',
  'renewals_pack',
  'person_added',
  'person_role',
  'person_removed',
  'sessions_ended',
  'sign_in_rules',
  'sending_settings',
  'basemap',
  'access_rules',
  'looked_up',
  'keeping',
  'forgotten',
  'do_not_contact',
  'reply',
  'erased',
  'rectified',
  'lawful_basis',
  'message_settings',
  'job_retried',
  'month_checked',
  'month_published',
  'month_discarded',
  'visit_settings',
  'visit_round',
] as const
export type AuditedAction = (typeof AUDITED_ACTIONS)[number]

const auditEntrySchema = z.object({
  id: z.number(),
  at: z.string(),
  organisation: z.string(),
  actor_email: z.string(),
  /** Their own role, even during a view-as. */
  actor_role: z.string(),
  action: z.string(),
  subject: z.string(),
  quantity: z.number().nullable(),
})
export type AuditEntry = z.infer<typeof auditEntrySchema>

export const AUDIT_PAGE_SIZE = 50

const day = recordsDay.optional()

/** London days, inclusive. In bodies, because URLs are logged and `actor` is personal data. */
const auditFilterSchema = z.object({
  /** Part of an e-mail address. */
  actor: text(254).optional(),
  action: z.enum(AUDITED_ACTIONS).optional(),
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
