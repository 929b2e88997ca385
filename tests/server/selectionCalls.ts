/**
 * Every call that answers for households which the caller chose, or for a campaign's; needToKnowSelections.test.ts asks
 * each about households that differ in what is hidden alone.
 */
import { tableFromIPC } from '@uwdata/flechette'
import { z } from 'zod'
import { BENEFIT_NAMES } from '../../src/contract/households/benefits'
import { ARROW_MEDIA_TYPE, type Endpoint } from '../../src/contract/endpoint'
import type { FilterRequest } from '../../src/contract/households/filters'
import type { callAs } from './harness/caller'

type Caller = Awaited<ReturnType<typeof callAs>>
type Answer = Awaited<ReturnType<Caller['get']>>

interface Chosen {
  /** The one that differs. */
  readonly household: string
  /** It alone, or with others. */
  readonly request: FilterRequest
}

export const MONTHS = ['2026-09-01', '2026-10-01']

const ARROW = { accept: ARROW_MEDIA_TYPE }
const MAP = { view: 'household', place: null }

const COUNTED = { campaign_name: 'Test', snapshot: '2026-10-01', channel_name: 'sms' }
const STAGGERS = [0, 6]

/** Calls about chosen households, by path. */
export const SELECTION_CALLS: Readonly<Record<string, (caller: Caller, chosen: Chosen) => Promise<Answer>[]>> = {
  '/api/filter-facets': ({ post }, { request }) => [
    post('/api/filter-facets', request),
    post('/api/filter-facets', request, ARROW),
  ],
  '/api/filter-facet-index': ({ post }, { request }) => [
    post('/api/filter-facet-index', { ...request, filter_name: 'bedrooms' }, ARROW),
  ],
  '/api/streetview-ward-data': ({ post }, { request }) => [post('/api/streetview-ward-data', request)],
  '/api/streetview-household-data': ({ post }, { request }) => [post('/api/streetview-household-data', request)],
  '/api/temporary-csv': ({ post }, { request }) => [post('/api/temporary-csv', request)],
  '/api/trends': ({ post }, { request }) => [post('/api/trends', request)],
  '/api/moves': ({ post }, { request }) => [post('/api/moves', { ...request, month: MONTHS[0] })],
  '/api/map-picture': ({ post }, { request }) => [post('/api/map-picture', { ...request, ...MAP })],
  '/api/map-pdf': ({ post }, { request }) => [post('/api/map-pdf', { ...request, ...MAP })],
  '/api/household-card': ({ post }, { request, household }) => [
    post('/api/household-card', { ...request, household_reference: household }),
  ],
  '/api/household-list': ({ post }, { request }) => [
    post('/api/household-list', { ...request, order: 'unclaimed', page: 1 }),
  ],
  '/api/visit-round': (caller, { request }) => [loadAndEnd(caller, request)],
  '/api/households-to-calculator': ({ post }, { request }) => [post('/api/households-to-calculator', request)],
  '/api/eligible-households-with-pii': ({ post }, { request }) =>
    BENEFIT_NAMES.flatMap((benefit_name) =>
      STAGGERS.map((stagger) =>
        post('/api/eligible-households-with-pii', {
          ...request,
          new_campaign_details: { ...COUNTED, benefit_name, stagger },
        }),
      ),
    ),
  // A pause between campaigns is asked of one type: counting above asks it of all.
  '/api/add-campaign': ({ post }, { request }) =>
    [
      ...BENEFIT_NAMES.map((benefit_name) => ({ benefit_name, stagger: 0 })),
      { benefit_name: 'custom', stagger: 6 },
    ].map((chosen) =>
      post('/api/add-campaign', {
        ...request,
        campaign_request: { ...COUNTED, ...chosen, sms_template_id: 1, template_s3_key: null },
      }),
    ),
  '/api/create-filter-template': ({ post }, { request }) => [
    post('/api/create-filter-template', { template_name: crypto.randomUUID(), ...named(request) }),
  ],
  '/api/create-filter-link': ({ post }, { request }) => [post('/api/create-filter-link', named(request))],
  '/api/household-reference-matches': ({ post }, { household }) => [
    post('/api/household-reference-matches', { values: [household] }),
  ],
  '/api/household-reference-filter': ({ get }, { household }) => [
    get(`/api/household-reference-filter?query=${household}`),
  ],
  '/api/filter-value-matches': ({ post }, { household }) => [
    post('/api/filter-value-matches', { filter_name: 'household_references', values: [household] }),
  ],
  '/api/filter-values': ({ get }, { household }) => [
    get(`/api/filter-values?filter_name=household_references&query=${household}`),
  ],
}

/** A household of an open round is in no other. */
async function loadAndEnd({ post }: Caller, request: FilterRequest): Promise<Answer> {
  const answer = await post('/api/visit-round', { ...request, hours: 4 })
  const { round_id } = answer.json<{ round_id?: string }>()
  if (round_id) await post('/api/end-visit-round', { round_id })
  return answer
}

/** Calls that draw, which takes long; they get their households as the map's calls do. */
export const DRAWINGS: ReadonlySet<string> = new Set(['/api/map-picture', '/api/map-pdf'])

/** Calls about a campaign, by path. */
export const CAMPAIGN_CALLS: Readonly<Record<string, (caller: Caller, campaign: number) => Promise<Answer>>> = {
  '/api/all-campaigns': ({ get }) => get('/api/all-campaigns'),
  '/api/campaign': ({ get }, id) => get(`/api/campaign?campaign_id=${id}`),
  '/api/message-spending': ({ get }) => get('/api/message-spending'),
  '/api/campaign-recipients': ({ get }, id) => get(`/api/campaign-recipients?campaign_id=${id}`),
  '/api/campaign-household-references-csv': ({ get }, id) =>
    get(`/api/campaign-household-references-csv?campaign_id=${id}`),
  '/api/campaign-review-list': ({ get }, id) => get(`/api/campaign-review-list?campaign_id=${id}`),
  '/api/campaign-print-pack': ({ get }, id) => get(`/api/campaign-print-pack?campaign_id=${id}`),
  '/api/campaign-certificate': ({ get }, id) => get(`/api/campaign-certificate?campaign_id=${id}`),
}

/** Calls about chosen households or a campaign that answer nothing about them, by why. */
export const NO_ANSWER: Readonly<Record<string, readonly string[]>> = {
  'Kept as a setting, and answered as it came.': ['/api/set-never-drawn-settings'],
  'A campaign’s moves: they answer with what /api/campaign does.': [
    '/api/archive-campaign',
    '/api/cancel-campaign',
    '/api/change-campaign-start',
    '/api/leave-out-often-contacted',
    '/api/pause-campaign',
    '/api/release-hold-out',
    '/api/resume-campaign',
    '/api/review-campaign',
    '/api/run-reviewed-campaign',
    '/api/send-back-campaign',
    '/api/send-missed-recipients',
    '/api/set-campaign-lawful-basis',
    '/api/withdraw-campaign',
  ],
  'For administrators, about a household that they name; columns of a snapshot: needToKnow.slow.test.ts.': [
    '/api/correct-contact',
    '/api/do-not-contact',
    '/api/erase-household',
    '/api/household-file',
    '/api/lift-correction',
    '/api/lift-do-not-contact',
    '/api/subject-access',
  ],
  'For a campaign’s author alone, what they chose themselves.': ['/api/redraft-campaign'],
  'Nothing of a snapshot: replies.': ['/api/change-help', '/api/record-reply'],
}

const KEYS = /"(filter_request_list|filter_template_details|household_references?|campaign_id|values)":/

/** Whether a call takes filters, references or a campaign. */
export const takesSelection = ({ body, query }: Endpoint): boolean =>
  [body, query].some((schema) =>
    KEYS.test(JSON.stringify(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }))),
  )

const named = ({ dynamic_filter_value_request_list: filters }: FilterRequest) => ({
  filter_template_details: filters.map(({ filter_name, filter_value_list }) => ({
    filter_name,
    filter_value_names: filter_value_list,
  })),
})

/** An answer without what is another each time: which household it is, ids and times. */
export function comparable(answer: Answer): unknown {
  const { statusCode, headers, rawPayload, body } = answer
  const type = String(headers['content-type'])
  if (statusCode !== 200) return [statusCode, withoutNames(body)]
  if (type.includes('arrow'))
    return [
      statusCode,
      tableFromIPC(rawPayload)
        .toArray()
        .map((row) => JSON.stringify(row)),
    ]
  if (type.includes('pdf') || body.startsWith('%PDF')) return statusCode
  return [statusCode, withoutNames(body)]
}

const withoutNames = (body: string) =>
  body
    .replaceAll(/ONE-[A-Z]/g, 'ONE')
    .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'ID')
    .replaceAll(/"(id|template_id|link_id|code|round_id|outcome_key|url|created_at)":("[^"]*"|\d+)/g, '"$1":0')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME')
