/** What a role sees of a few households: needToKnow tests compare it before and after a hidden column changes. */
import { tableFromIPC } from '@uwdata/flechette'
import { expect } from 'vitest'
import { ARROW_MEDIA_TYPE } from '../../src/contract/endpoint'
import type { FilterRequest } from '../../src/contract/households/filters'
import { DOT_COLOURS, type NeedToKnowRules, type ColumnGroup } from '../../src/contract/households/needToKnow'
import type { Role } from '../../src/contract/organisations/session'
import { loadVisitRound } from '../../src/contract/campaigns/visits'
import { needToKnowRules } from '../../src/server/db/schema'
import { CATALOGUE_FILTERS } from '../../src/server/modules/households/filters/catalogue'
import { snapshotColumn, type FileColumnName } from '../../src/server/modules/households/columns/columns'
import { exampleHousehold, type HouseholdCells } from '../../src/server/modules/households/imports/testing/exampleFiles'
import { callAs, selected } from './harness/caller'
import { addSentCampaign } from './harness/campaigns'
import type { SeededPerson } from './harness/seed'
import type { TestServer } from './harness/server'
import { importHouseholds } from './harness/snapshot'
import { MONTHS } from './selectionCalls'

export const PEOPLE = { SuperAdmin: 'staff', OrganisationAdmin: 'admin', Viewer: 'viewer' } as const satisfies Record<
  Role,
  SeededPerson
>

/** May miss all four benefits: what it may miss is worked out from every column that tells of them. */
const MAY_MISS_ALL = {
  household_type: 'other_with_children',
  household_size: '4',
  number_of_children: '2',
  youngest_child_age: '2',
  age_of_head: '70',
  pension_age: 'true',
  employment_status: 'retired',
  weekly_earnings: '0',
  weekly_income: '150',
  pension_credit: 'eligible_not_claiming',
  pension_credit_weekly_award: '40',
  attendance_allowance: 'likely_eligible',
  healthy_start: 'eligible_not_claiming',
  free_school_meals: 'eligible_not_claiming',
}

export const HOUSEHOLDS: readonly Partial<HouseholdCells>[] = Array.from({ length: 7 }, (_, index) => ({
  household_reference: `TST-000${index + 1}`,
  ward_code: 'E05999001',
  postcode: 'AB1 2CD',
  longitude: '-1.4951',
  latitude: '54.0052',
  tenure: index % 2 === 0 ? 'council_rent' : 'private_rent',
  ...(index === 2 ? MAY_MISS_ALL : {}),
}))

export const REFERENCES = HOUSEHOLDS.map((each) => each.household_reference ?? '')

/** The households with other values of some columns in one that is asked for alone too. */
export const withChanged = (names: readonly FileColumnName[]): Partial<HouseholdCells>[] =>
  HOUSEHOLDS.map((cells, index) =>
    index === 2 ? { ...cells, ...Object.fromEntries(names.map((name) => [name, another(name)])) } : cells,
  )

/** Another allowed value of a column than the changed household has. */
function another(name: FileColumnName): string {
  if (name === 'longitude') return '-1.4953'
  if (name === 'latitude') return '54.0054'
  if (name === 'children_ages') return '2;9'
  if (name === 'partner_age') return '40'
  const column = snapshotColumn(name)
  const now = exampleHousehold(3, HOUSEHOLDS[2])[name] ?? ''
  if (column.kind === 'flag') return String(now !== 'true')
  if (column.kind === 'enum') return column.values.find((each) => each.name !== now)?.name ?? ''
  return String(Number(now) + (column.kind === 'money' ? 1000 : 7))
}

export async function importMonths(server: TestServer, households: readonly Partial<HouseholdCells>[]): Promise<void> {
  for (const month of MONTHS) await importHouseholds(server, 'ashford', households, month)
}

export const hiding = (roles: Role | readonly Role[], group: ColumnGroup): NeedToKnowRules => ({
  roles: [roles].flat().map((role) => ({ role, may_export: true, hidden_groups: [group] })),
  purposes: [],
})

/** Shows everybody everything again, which an administrator may not do alone. */
export const forgetRules = ({ services }: TestServer) => services.database.asSystem((tx) => tx.delete(needToKnowRules))

export async function setRules(server: TestServer, rules: NeedToKnowRules): Promise<void> {
  await forgetRules(server)
  const answer = await (await callAs(server, 'admin')).post('/api/set-access-rules', rules)
  expect(answer.statusCode, answer.body).toBe(200)
}

const columnsIn = (bytes: Buffer) => tableFromIPC(bytes).toArray()

/** The classes of every colour, or the refusal. */
const classesSeen = (caller: Awaited<ReturnType<typeof callAs>>) =>
  Promise.all(
    DOT_COLOURS.map(async (colour) => {
      const reply = await caller.get(`/api/household-classes?colour=${colour}`)
      return reply.statusCode === 200 ? columnsIn(reply.rawPayload) : reply.statusCode
    }),
  )

/** Without who looked and which rounds took it along: opening it is such a look, and a round is loaded here each time. */
function fileOf(answer: { json: <T>() => T }): object {
  const { looks: _looks, rounds: _rounds, ...file } = answer.json<{ looks?: unknown; rounds?: unknown }>()
  return file
}

/** Calls whose answers are compared. */
export const asked = new Set<string>()

/** Everything that a role can ask about the households, as it is answered; of one campaign too. */
export async function everythingSeen(server: TestServer, role: Role, campaign: number): Promise<unknown[]> {
  const { get, post } = await callAs(server, PEOPLE[role], 'ashford')
  const noted = (url: string) => {
    asked.add(url.replace(/\?.*/, ''))
    return url
  }
  const caller: Awaited<ReturnType<typeof callAs>> = {
    get: (url, headers) => get(noted(url), headers),
    post: (url, body, headers) => post(noted(url), body, headers),
  }
  const arrow = { accept: ARROW_MEDIA_TYPE }
  const requests = [
    selected(),
    selected({}, { household_references: ['TST-0003'] }),
    selected({ tenure: ['council_rent'] }),
  ]
  const [all = selected(), one = all] = requests
  const page = async (view: 'ward' | 'household') =>
    (await caller.post('/api/map-picture', { ...one, view, place: null })).body
  const seen: unknown[] = [
    (await caller.get('/api/all-filters')).json(),
    (await caller.get('/api/ready-made-filter-templates')).json(),
    columnsIn((await caller.get('/api/household-points')).rawPayload),
    ...(await classesSeen(caller)),
    (await caller.get('/api/hold-out-choices?benefit_name=pension_credit&households=100')).json(),
    (await caller.post('/api/pension-credit-campaign-summary', { id: campaign })).json(),
    (await caller.get(`/api/campaign-recipients?campaign_id=${campaign}&page=1`)).json(),
    (await caller.post('/api/trends', one)).json(),
    (await caller.post('/api/moves', { ...one, month: MONTHS[0] })).json(),
    await page('ward'),
    await page('household'),
    (await caller.post('/api/find-postcode', { postcode: 'AB1 2CD' })).json(),
    (await caller.get('/api/household-reference-filter')).json(),
    (await caller.post('/api/household-reference-matches', { values: ['TST-0003'] })).json(),
    (await caller.get('/api/filter-values?filter_name=postcodes')).json(),
    (await caller.post('/api/filter-value-matches', { filter_name: 'postcodes', values: ['AB1 2CD'] })).json(),
    (await caller.post('/api/map-client', {})).json(),
    (await caller.get('/api/latest-snapshot')).json(),
    (await caller.get(`/api/campaign?campaign_id=${campaign}`)).json(),
    (await caller.get('/api/all-campaigns')).json(),
    fileOf(await caller.post('/api/household-file', { household_reference: 'TST-0003' })),
    (await caller.post('/api/find-households', { words: 'TST-0003' })).json(),
    (await caller.post('/api/household-card', { ...all, household_reference: 'TST-0003' })).json(),
    await visitsSeen(caller, all),
    (await caller.post('/api/eligible-households-with-pii', { ...one, new_campaign_details: COUNTED })).json(),
  ]
  for (const request of requests) {
    seen.push(
      (await caller.post('/api/filter-facets', request)).json(),
      columnsIn((await caller.post('/api/filter-facets', request, arrow)).rawPayload),
      columnsIn(
        (await caller.post('/api/filter-facet-index', { ...request, filter_name: 'bedrooms' }, arrow)).rawPayload,
      ),
      (await caller.post('/api/streetview-ward-data', request)).json(),
      (await caller.post('/api/streetview-household-data', request)).json(),
      columnsIn((await caller.post('/api/streetview-household-data', request, arrow)).rawPayload),
      (await caller.post('/api/household-list', { ...request, order: 'unclaimed', page: 1 })).json(),
      (await caller.post('/api/temporary-csv', request)).body,
      (await caller.post('/api/temporary-csv', { ...request, wording: 'names' })).body,
    )
  }
  return seen
}

/** Loads a visit round, and ends it: two at most are open. */
async function visitsSeen(caller: Awaited<ReturnType<typeof callAs>>, request: FilterRequest) {
  const loaded = await caller.post('/api/visit-round', { ...request, hours: 4 })
  const { round_id, visits } = loadVisitRound.reply.parse(loaded.json())
  await caller.post('/api/end-visit-round', { round_id })
  return visits
}

/** Imports the households, writes to them, and lets visit rounds be made. @returns the campaign that wrote */
export async function prepareAnswers(server: TestServer): Promise<number> {
  await importMonths(server, HOUSEHOLDS)
  const campaign = await addSentCampaign(server, REFERENCES)
  const text = { name: 'Test', text: 'Dear ((first_name)), from ((organisation)).' }
  expect(await server.services.templates.texts.save(server.seed.ashford.id, text)).toBe(ADDED.sms_template_id)
  await (
    await callAs(server, 'admin')
  ).post('/api/set-visit-settings', {
    is_on: true,
    name_roles: [],
    names_a_day: 60,
  })
  return campaign
}

/** A campaign that is only counted. */
export const COUNTED = {
  campaign_name: 'Test',
  benefit_name: 'custom',
  snapshot: '2026-10-01',
  channel_name: 'sms',
  stagger: 0,
}

const ADDED = { ...COUNTED, channel_name: 'SMS', sms_template_id: 1, template_s3_key: null }

export const TEMPLATE = (filter_name: string) => ({
  template_name: `Of ${filter_name}`,
  filter_template_details: [{ filter_name, filter_value_names: ['0', '9'] }],
})

/** The filter on a column; none on the place. */
export const filterOf = (column: string) => CATALOGUE_FILTERS.find((each) => each.column === column)

/** Every call that takes filters, with one of those named, in turn. */
export function callsNaming(...names: readonly string[]): [url: string, body: object][] {
  const calls: ((named: FilterRequest, name: string) => [string, object])[] = [
    (named) => ['/api/streetview-ward-data', named],
    (named) => ['/api/streetview-household-data', named],
    (named) => ['/api/temporary-csv', named],
    (named) => ['/api/household-list', { ...named, page: 1 }],
    (named) => ['/api/filter-facets', named],
    (_, name) => ['/api/filter-facet-index', { ...selected(), filter_name: name }],
    (named) => ['/api/eligible-households-with-pii', { ...named, new_campaign_details: COUNTED }],
    (_, name) => ['/api/create-filter-template', TEMPLATE(name)],
    (_, name) => ['/api/create-filter-link', TEMPLATE(name)],
    (named) => ['/api/trends', named],
    (named) => ['/api/moves', { ...named, month: MONTHS[0] }],
    (named) => ['/api/household-card', { ...named, household_reference: 'TST-0001' }],
    (named) => ['/api/visit-round', { ...named, hours: 4 }],
    (named) => ['/api/map-picture', { ...named, view: 'ward', place: null }],
    (named) => ['/api/map-pdf', { ...named, view: 'ward', place: null }],
    (named) => ['/api/add-campaign', { ...named, campaign_request: ADDED }],
  ]
  return calls.map((call, index) => {
    const name = names[index % names.length] ?? ''
    return call(selected({ [name]: ['0', '9'] }), name)
  })
}
