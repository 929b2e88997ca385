/** Campaign screens at an address, with the server's usual answers, for tests. */
import type { Spending } from '#contract/campaigns/messageCosts'
import { act } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach } from 'vitest'
import { render } from '../../../../testing/render'
import { setOnline } from '../../../../state/connectivity'
import { createMemoryRouter, RouterProvider, useParams, useSearchParams } from 'react-router-dom'
import { sessionAtom, type Session } from '../../../../state/session'
import { selectedFiltersAtom } from '../../../../state/filters/selectedFilters'
import { type SelectedFilters } from '../../../../state/filters/selection'
import { draftsAtom, removeDraft } from '../../../../state/drafts'
import { appStore } from '../../../../state/store'
import { SENDING_HOURS, type FakeAnswer } from '../../../../testing/fakeServer'
import { DeleteDraft } from '../../../shell/device/DeleteDraft'
import { DraftList } from '../drafts/DraftList'
import { CampaignForm } from '../form/CampaignForm'
import { PreviewScreen } from '../preview/PreviewScreen'
import { readTheme } from '../wording'

export const FLATS: SelectedFilters = {
  home: {
    accommodation_type: { displayName: 'Accommodation type', selectedValues: [{ id: 'flat', displayName: 'Flat' }] },
  },
}

const WATERFALL = {
  matching_filters: 5000,
  fits_benefit: 1500,
  reachable: 1300,
  not_do_not_contact: 1250,
  not_contacted_recently: 1204,
}

export const COUNT = '/api/eligible-households-with-pii'
export const SNAPSHOT = '/api/latest-snapshot'
export const SMS_TEMPLATES = '/api/all-sms-templates'
export const ADD = '/api/add-campaign'
export const HOLD_OUT = '/api/hold-out-choices'
export const LAST_CHOICES = '/api/last-campaign-choices'
export const BASIS_SETTINGS = '/api/lawful-basis-settings'

/** The answer to {@link COUNT}. */
export const counted = (households: number, more: object = {}): FakeAnswer => ({
  json: { eligible_household_count: households, waterfall: WATERFALL, ...more },
})

/** £24 of a budget spent, and a thousand free texts left. */
const SPENDING: Spending = {
  postage: 'second',
  budget_pence: 100_000,
  over_budget: 'nobody',
  free_texts: null,
  year_from: '2026-04-01',
  spent_pence: 2400,
  is_rounded: false,
  free_texts_a_year: 10_000,
  free_texts_left: 1000,
}

/** What a server with October's data and two text templates answers. */
export const ANSWERS: Record<string, FakeAnswer> = {
  [SNAPSHOT]: { json: { snapshot: '2026-10-01', formatted_snapshot: 'October 2026' } },
  '/api/message-settings': {
    json: { languages: ['en'], phone: null, return_address: null, privacy_notice: null, ...SENDING_HOURS },
  },
  '/api/message-spending': { json: SPENDING },
  [COUNT]: counted(1204),
  [LAST_CHOICES]: { json: { hold_out_percentage: null, lawful_basis: null } },
  [BASIS_SETTINGS]: { json: { default_basis: null, is_required: false } },
  [HOLD_OUT]: {
    json: {
      base_rate: { from: '2026-04-01', to: '2026-10-01', households: 1_000, claiming: 164 },
      months_needed: null,
      choices: [
        { percentage: 0, contacted: 1204, held_out: 0, smallest_effect: null, is_too_small_to_measure: false },
        { percentage: 10, contacted: 1084, held_out: 120, smallest_effect: 10.3, is_too_small_to_measure: true },
        { percentage: 20, contacted: 963, held_out: 241, smallest_effect: 6.91, is_too_small_to_measure: false },
        { percentage: 50, contacted: 602, held_out: 602, smallest_effect: 5.5, is_too_small_to_measure: false },
      ],
    },
  },
  '/api/all-filters': { json: [] },
  '/api/support-contact': {
    json: { support_email: 'help@provider.example', organisation_name: 'Northmere Borough Council' },
  },
  [SMS_TEMPLATES]: {
    json: {
      sms_sender_id: 'Northmere',
      sms_service_name: 'Cyngor',
      sms_template_information: [
        {
          sms_template_id: 7,
          organisation_id: 'o',
          name: 'Invitation to claim',
          benefit_name: 'pension_credit',
          language: 'en',
          template: 'Dear ((first_name)), ((benefit)) may be yours. ((organisation))',
        },
        {
          sms_template_id: 8,
          organisation_id: 'o',
          name: 'Gwahoddiad i hawlio',
          benefit_name: null,
          language: 'cy',
          template: 'Annwyl ((first_name)), it’s ŵyr 🙂 ((phone))',
        },
      ],
    },
  },
  [ADD]: {
    json: [
      {
        id: 31,
        name: 'Warm',
        benefit_name: 'pension_credit',
        channel: 'sms',
        snapshot: '2026-10-01',
        status: 'Awaiting approval',
        number_of_recipients: 1204,
        created_by: 'Ada',
        reviewed: false,
        date_sent: null,
        phase: 'preparing',
      },
    ],
  },
}

const VIEWER: Session = {
  email: 'viewer@northmere.example',
  organisation: 'northmere',
  role: 'Viewer',
  isSuperAdmin: false,
}

function FormRoute() {
  const { impactTheme } = useParams()
  const [search] = useSearchParams()
  return <CampaignForm theme={readTheme(impactTheme)} draftId={search.get('draft')} />
}

function PreviewRoute() {
  return <PreviewScreen campaignId={useParams().campaignId ?? ''} />
}

/** Opens an address of the campaigns area. */
export function openCampaigns(at: string, { selection = {} }: { selection?: SelectedFilters } = {}) {
  appStore.set(sessionAtom, VIEWER)
  appStore.set(selectedFiltersAtom, selection)
  const router = createMemoryRouter(
    [
      { path: '/', element: <p>Street View</p> },
      {
        path: '/campaigns',
        element: <DraftList deletion={(draft, onClose) => <DeleteDraft draft={draft} onClose={onClose} />} />,
      },
      { path: '/campaigns/new', Component: FormRoute },
      { path: '/campaigns/:impactTheme/new', Component: FormRoute },
      { path: '/campaigns/new/:campaignId', Component: PreviewRoute },
      { path: '/campaigns/:impactTheme/new/:campaignId', Component: PreviewRoute },
    ],
    { initialEntries: [at] },
  )
  const user = userEvent.setup({ delay: null })
  return { router, user, ...render(<RouterProvider router={router} />) }
}

/** The drafts of one test are not there in the next. */
export async function forgetDrafts(): Promise<void> {
  for (const draft of appStore.get(draftsAtom)) await removeDraft(draft.id)
  appStore.set(selectedFiltersAtom, {})
  appStore.set(sessionAtom, null)
}

export const keptDrafts = () => appStore.get(draftsAtom)

/** The usual answers for each test, which it may change; without a draft or a lost line after it. */
export function answersForEachTest(): Record<string, FakeAnswer> {
  const answers: Record<string, FakeAnswer> = {}
  beforeEach(() => {
    for (const path of Object.keys(answers)) Reflect.deleteProperty(answers, path)
    Object.assign(answers, ANSWERS)
  })
  afterEach(async () => {
    act(() => setOnline(true))
    await act(forgetDrafts)
  })
  return answers
}
