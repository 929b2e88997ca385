import { AUDITED_ACTIONS, type AuditedAction } from './audit'

const ACTION_WORDS: Readonly<Record<AuditedAction, string>> = {
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
  hold_out_released: 'Hold-out released',
  left_out: 'Left households out of a campaign',
  archive: 'Archived a campaign',
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
  sending_settings: 'Changed how messages are sent',
  message_settings: 'Changed what messages say of the organisation',
  sign_in_rules: 'Changed how people join',
  basemap: 'Changed the streets of the map',
  access_rules: 'Changed who sees what',
  looked_up: 'Looked at few households',
  keeping: 'Changed how long things are kept',
  visit_settings: 'Changed who takes visit rounds along',
  visit_round: 'Loaded a visit round',
  forgotten: 'Deleted what was old',
  do_not_contact: 'Marked as do-not-contact',
  reply: 'Recorded a reply',
  erased: 'Erased a household',
  rectified: 'Corrected a contact',
  lawful_basis: 'Named the lawful basis of campaigns',
  job_retried: 'Ran a job again',
  month_checked: 'Handed over a month',
  month_published: 'Published a month',
  month_discarded: 'Discarded a month',
}

/** An action in words; unknown ones unchanged. */
export function actionInWords(action: string): string {
  const known = AUDITED_ACTIONS.find((one) => one === action)
  return known ? ACTION_WORDS[known] : action.replaceAll('_', ' ')
}
