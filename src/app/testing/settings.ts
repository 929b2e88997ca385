/** /settings and the audit log, as each role sees them. */
import { screen, within } from '@testing-library/react'
import { A_VIEWER, SENDING_HOURS, type FakeAnswer } from './fakeServer'
import { openApp } from './openApp'

const ACCOUNT = { role_from_groups: false, last_signed_in_at: null, is_signed_in: false }
export const USERS = [
  { ...ACCOUNT, id: '1', first_name: 'Ann', last_name: 'Yeo', role: 'Viewer', email: 'ann@northmere.example' },
  {
    ...ACCOUNT,
    id: '2',
    first_name: 'Bob',
    last_name: 'Ash',
    role: 'OrganisationAdmin',
    email: 'Admin@Northmere.example',
  },
  { ...ACCOUNT, id: '3', first_name: 'Ŵyn', last_name: 'Éames', role: 'Viewer', email: 'wyn@northmere.example' },
]
export const SENDING = {
  account: 'own',
  key_ending: 'b0ff',
  sms_template_id: 'f33517ff-2a88-4f6e-b855-c550268ce08a',
  sms_sender_id: null,
  email_template_id: null,
  service_name: 'Northmere',
  callback_token_ending: null,
  callback_url: 'https://doorstep.example/api/notify-callback',
  received_texts_url: 'https://doorstep.example/api/notify-received-text',
  messages_a_minute: 100,
  texts_a_day: null,
  letters_a_day: null,
}
const JOB = {
  id: '6f2c7d6e-6e0b-4a37-9a1c-2f0f8a7f5b11',
  state: 'done',
  failure: null,
  household_count: 1204,
  requested_by: 'Ann Yeo',
  created_at: '2026-11-21T09:00:00.000Z',
  finished_at: null,
  has_result: true,
}
export const FAILED_JOB = {
  id: JOB.id,
  kind: 'prepare-campaign',
  organisation: 'Northmere Borough Council',
  state: 'failed',
  failures: 41,
  created_at: '2026-11-14T09:00:00.000Z',
  due_at: '2026-11-21T09:00:00.000Z',
  reason: 'Error ECONNREFUSED. The log says more.',
}
export const user = (role: string, more: object = {}) => ({
  ...A_VIEWER,
  email: 'admin@northmere.example',
  role_name: role,
  ...more,
})
const NAMES = {
  roles: ['SuperAdmin', 'OrganisationAdmin', 'Viewer'],
  organisations: ['Northmere Borough Council', 'Cyngor Glanmor'],
}
const BASE: Record<string, FakeAnswer> = {
  '/api/organisation-settings': { json: true },
  '/api/organisation-users': { json: USERS },
  '/api/sending-settings': { json: SENDING },
  '/api/text-sender': { json: { texts_from: 'GOVUK', takes_replies: false } },
  '/api/message-settings': {
    json: {
      languages: ['cy', 'en'],
      phone: '01632 960 100',
      return_address: null,
      privacy_notice: null,
      ...SENDING_HOURS,
    },
  },
  '/api/message-spending': {
    json: {
      postage: 'second',
      budget_pence: 250_000,
      over_budget: 'nobody',
      free_texts: null,
      year_from: '2026-04-01',
      spent_pence: 12_345,
      is_rounded: false,
      free_texts_a_year: 10_000,
      free_texts_left: 7300,
    },
  },
  '/api/jobs': { json: { jobs: [FAILED_JOB], total: 1 } },
  '/api/own-details': { json: { ...USERS[1], organisation: 'Northmere Borough Council' } },
  '/api/calculator-jobs': {
    json: [
      JOB,
      {
        ...JOB,
        id: '6f2c7d6e-6e0b-4a37-9a1c-2f0f8a7f5b12',
        state: 'failed',
        failure: 'The snapshot was replaced.',
        has_result: false,
      },
    ],
  },
  '/api/roles-and-organisations': { json: NAMES },
  '/api/organisations': {
    json: [
      { slug: 'glanmor', name: 'Cyngor Glanmor', campaigns_enabled: false },
      { slug: 'northmere', name: 'Northmere Borough Council', campaigns_enabled: true },
    ],
  },
}

export const settingsAnswers = (role: string): Record<string, FakeAnswer> => ({
  '/api/session/user': { json: user(role) },
  ...BASE,
})

export function openSettings(role: string, answers: Record<string, FakeAnswer> = {}, at = '/settings') {
  return openApp(at, { ...settingsAnswers(role), ...answers }).seen
}
export const region = async (name: string) => within(await screen.findByRole('region', { name }))
