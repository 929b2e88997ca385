import { z } from 'zod'
import { text } from '../bounded'
import { endpoint } from '../endpoint'
import { recordsDay } from '../recordsDay'

const ACTION_WORDS = {
  sign_in: 'Signed in',
  export: 'Exported',
  calculator: 'Sent to the calculator',
  campaign: 'Sent a campaign for review',
  review: 'Reviewed a campaign',
  run: 'Sent a campaign',
  test_message: 'Sent themselves a test message',
  start_changed: 'Changed when a campaign starts',
  pause: 'Paused a campaign',
  resume: 'Resumed a campaign',
  cancel: 'Cancelled a campaign',
  withdraw: 'Withdrew a campaign',
  send_back: 'Sent a campaign back',
  archive: 'Archived a campaign',
  hold_out_released: 'Hold-out released',
  left_out: 'Left households out of a campaign',
  view_as: 'Viewed as another',
  template_upload: 'Uploaded a template',
  message_template: 'Changed a text or letter',
  campaigns_enabled: 'Switched campaigns on',
  campaigns_disabled: 'Switched campaigns off',
  renewals_pack: 'Made a renewals pack',
  person_added: 'Added a person',
  person_role: 'Changed a role',
  person_removed: 'Removed a person',
  sessions_ended: 'Ended sessions',
  sign_in_rules: 'Changed how people join',
  sending_settings: 'Changed how messages are sent',
  basemap: 'Changed the streets of the map',
  access_rules: 'Changed who sees what',
  looked_up: 'Looked at few households',
  keeping: 'Changed how long things are kept',
  forgotten: 'Deleted what was old',
  do_not_contact: 'Marked as do-not-contact',
  reply: 'Recorded a reply',
  erased: 'Erased a household',
  rectified: 'Corrected a contact',
  lawful_basis: 'Named the lawful basis of campaigns',
  never_drawn: 'Named who is never held out of campaigns',
  message_settings: 'Changed what messages say of the organisation',
  job_retried: 'Ran a job again',
  month_token: 'Changed the tokens for months',
  month_begun: 'Began to hand over a month',
  month_checked: 'Handed over a month',
  month_published: 'Published a month',
  month_discarded: 'Discarded a month',
  month_brought_back: 'Brought back the month before',
  visit_settings: 'Changed who takes visit rounds along',
  visit_round: 'Loaded a visit round',
  restored_unsigned: 'Restored a backup that was not signed',
} as const
export type AuditedAction = keyof typeof ACTION_WORDS

// `Object.keys` is typed as strings.
const auditedActionSchema = z.enum(Object.keys(ACTION_WORDS) as [AuditedAction, ...AuditedAction[]])
export const AUDITED_ACTIONS = auditedActionSchema.options

/** Unknown actions stay unchanged. */
export function actionInWords(action: string): string {
  const known = auditedActionSchema.safeParse(action).data
  return known ? ACTION_WORDS[known] : action.replaceAll('_', ' ')
}

const auditEntrySchema = z.object({
  id: z.number(),
  at: z.string(),
  organisation: z.string(),
  actor_email: z.string(),
  /** Also during a view-as. */
  actor_role: z.string(),
  action: z.string(),
  subject: z.string(),
  quantity: z.number().nullable(),
})
export type AuditEntry = z.infer<typeof auditEntrySchema>

export const AUDIT_PAGE_SIZE = 50

const day = recordsDay.optional()

/** London days, inclusive. Sent in bodies: URLs are logged, and `actor` is personal data. */
const auditFilterSchema = z.object({
  /** Any part of it. */
  actor: text(254).optional(),
  action: auditedActionSchema.optional(),
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
  isCostly: true,
  method: 'POST',
  isRead: true,
  path: '/api/audit-entries-csv',
  summary: 'The same as a CSV, whole; itself recorded.',
  body: auditFilterSchema,
  reply: z.string(),
  produces: 'csv',
})
