/**
 * Asks every call that takes or gives back references about a household that was erased, one that moved away and one that
 * never was, and compares the answers.
 */
import { eq, like } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { exportHouseholdReferences } from '../../src/contract/campaigns/campaignExports'
import { getCampaignRecipients } from '../../src/contract/campaigns/recipients'
import type { Endpoint } from '../../src/contract/endpoint'
import { createFilterLink } from '../../src/contract/households/filterLinks'
import { createFilterTemplate } from '../../src/contract/households/filterTemplates'
import { NO_HOUSEHOLD } from '../../src/contract/households/filters'
import { auditEntries, campaigns, filterTemplates } from '../../src/server/db/schema'
import { freezeHouseholds } from '../../src/server/modules/campaigns/campaigns/frozenList'
import { callAs, selected } from './harness/caller'
import { campaignTools } from './harness/campaigns'
import { addContacts, exampleContact } from './harness/contacts'
import { endpoints } from './harness/endpoints'
import { erasuresSettled } from './harness/rights'
import { onEngine } from './harness/server'
import { importHouseholds } from './harness/snapshot'
import { visitTools } from './harness/visits'
import {
  comparable,
  CAMPAIGN_CALLS,
  DRAWINGS,
  MONTHS,
  NO_ANSWER,
  SELECTION_CALLS,
  takesSelection,
} from './selectionCalls'

const [ERASED, MOVED, NEVER] = ['ONE-E', 'ONE-M', 'ONE-N']
const HELD = ['TST-1', 'TST-2', 'TST-3', 'TST-4', 'TST-5', 'TST-6']

/** What the months before had is their answer: who moved away is counted there, who was erased is not. */
const OF_EARLIER_MONTHS = ['/api/trends', '/api/moves']

type Caller = Awaited<ReturnType<typeof callAs>>
type Answer = Awaited<ReturnType<Caller['get']>>

/** What was kept while the household was there, if it ever was. */
interface Kept {
  readonly template: number
  readonly code: string
  readonly campaign: number
}

/** Calls that give back what was kept, by path. */
const GIVING: Readonly<Record<string, (caller: Caller, kept: Kept) => Promise<Answer>>> = {
  '/api/filter-template-values': ({ post }, { template }) =>
    post('/api/filter-template-values', { template_id: template }),
  '/api/open-filter-link': ({ post }, { code }) => post('/api/open-filter-link', { code }),
  '/api/redraft-campaign': ({ post }, { campaign }) => post(`/api/redraft-campaign?campaign_id=${campaign}`, ''),
}

/** Calls of the rights desk and of replies, which must find who moved away: what is held of them stays. */
const BY_REFERENCE: Readonly<Record<string, (caller: Caller, household_reference: string) => Promise<Answer>>> = {
  '/api/household-file': ({ post }, of) => post('/api/household-file', { household_reference: of }),
  '/api/subject-access': ({ post }, of) => post('/api/subject-access', { household_reference: of, format: 'json' }),
  '/api/find-households': ({ post }, of) => post('/api/find-households', { words: of }),
  '/api/find-replying': ({ post }, of) => post('/api/find-replying', { written: of }),
  '/api/record-reply': ({ post }, of) => post('/api/record-reply', { household_reference: of, reply: 'wants_help' }),
  '/api/change-help': ({ post }, of) => post('/api/change-help', { household_reference: of, is_helped: true }),
  '/api/correct-contact': ({ post }, of) =>
    post('/api/correct-contact', { household_reference: of, contact: { first_name: 'Ada' } }),
  '/api/lift-correction': ({ post }, of) => post('/api/lift-correction', { household_reference: of }),
  '/api/do-not-contact': ({ post }, of) =>
    post('/api/do-not-contact', { household_reference: of, reason: 'objection' }),
  '/api/lift-do-not-contact': ({ post }, of) => post('/api/lift-do-not-contact', { household_reference: of }),
  '/api/erase-household': ({ post }, of) => post('/api/erase-household', { household_reference: of }),
}

const OTHERS: Readonly<Record<string, readonly string[]>> = {
  'Of a campaign’s list: campaigns.test.ts.': [...Object.keys(CAMPAIGN_CALLS), ...Object.values(NO_ANSWER).flat()],
  'Households of the latest month, or of records that an erasure clears: rightsDesk.test.ts.': [
    '/api/all-filters',
    '/api/ready-made-filter-templates',
    '/api/household-points',
    '/api/find-filters',
    '/api/received-texts',
    '/api/wants-help',
    '/api/visits',
  ],
}

const GIVES = /"(filter_value|filter_values|household_references?)":/

const givesReferences = ({ reply }: Endpoint): boolean =>
  GIVES.test(JSON.stringify(z.toJSONSchema(reply, { io: 'output', unrepresentable: 'any' })))

onEngine('embedded', 'A household that was erased', {}, (server) => {
  const tools = campaignTools(server)
  const visits = visitTools(server)
  const details = (...filter_value_names: string[]) => [{ filter_name: 'household_references', filter_value_names }]
  const rows = (...references: string[]) => references.map((household_reference) => ({ household_reference }))
  const kept = new Map<string, Kept>()
  let listed = 0
  let sent = 0

  async function keep(reference: string, campaign: number): Promise<Kept> {
    const { post } = await callAs(server(), 'viewer')
    const filter_template_details = details('TST-1', reference, 'TST-2')
    const link = await post(createFilterLink.path, { filter_template_details })
    const template = await post(createFilterTemplate.path, { template_name: reference, filter_template_details })
    return {
      template: createFilterTemplate.reply.parse(template.json()).template_id,
      code: createFilterLink.reply.parse(link.json()).code,
      campaign,
    }
  }

  beforeAll(async () => {
    await tools.prepareHouseholds()
    for (const month of MONTHS) await importHouseholds(server(), 'ashford', rows(...HELD, ERASED, MOVED), month)
    await addContacts(
      server(),
      'ashford',
      [...HELD, ERASED, MOVED].map((one) => exampleContact(one)),
    )
    await visits.set()
    const naming = selected({}, { household_references: ['TST-1', ERASED, 'TST-2'] })
    listed = await tools.prepared({ benefit_name: 'custom' }, naming)
    sent = await tools.prepared({ benefit_name: 'custom' }, naming)
    const { hash } = await freezeHouseholds([ERASED, 'TST-1', 'TST-2'])
    expect(await tools.detail(sent)).toMatchObject({ recipients_hash: hash })
    await server().services.database.asSystem((tx) =>
      tx.update(campaigns).set({ runAt: new Date() }).where(eq(campaigns.id, sent)),
    )
    for (const reference of [ERASED, MOVED, NEVER]) {
      const request = selected({}, { household_references: ['TST-1', reference, 'TST-2'] })
      const campaign = await tools.prepared({ benefit_name: 'custom' }, request)
      await tools.move('withdraw-campaign', campaign, 'viewer')
      kept.set(reference, await keep(reference, campaign))
    }
    await importHouseholds(server(), 'ashford', rows(...HELD, ERASED))
    await (await callAs(server(), 'admin')).post('/api/erase-household', { household_reference: ERASED })
    await erasuresSettled(server())
  })

  test('is asked about in every call that takes or gives back references', () => {
    const asked = [SELECTION_CALLS, GIVING, BY_REFERENCE].flatMap((calls) => Object.keys(calls))
    const concerned = endpoints.filter((one) => takesSelection(one) || givesReferences(one))
    const known = new Set([...asked, ...Object.values(OTHERS).flat()])
    expect(
      concerned.map(({ path }): string => path).filter((path) => !known.has(path)),
      'Ask these here, or say why they tell nothing.',
    ).toEqual([])
  })

  test('is answered like one that moved away and one that never was, when it is sent', async () => {
    const caller = await callAs(server(), 'admin')
    for (const [path, ask] of Object.entries(SELECTION_CALLS)) {
      if (DRAWINGS.has(path)) continue
      const answers: unknown[] = []
      for (const household of OF_EARLIER_MONTHS.includes(path) ? [ERASED, NEVER] : [ERASED, MOVED, NEVER]) {
        const request = selected({}, { household_references: [...HELD, household] })
        answers.push((await Promise.all(ask(caller, { household, request }))).map(comparable))
      }
      expect(answers, path).toEqual(answers.map(() => answers.at(-1)))
    }
  })

  test('is told as a number where it was kept, as the others are', async () => {
    const { post } = await callAs(server(), 'viewer')
    const sent = await Promise.all(
      [ERASED, MOVED, NEVER].map(async (reference) => {
        const made = await post(createFilterLink.path, { filter_template_details: details(reference, 'tst-1') })
        const { code } = createFilterLink.reply.parse(made.json())
        return (await post('/api/open-filter-link', { code })).json<{ rows: object[] }>()
      }),
    )
    const named = (name: string) => expect.objectContaining({ filter_value: { name, display_name: name } }) as unknown
    for (const { rows: given } of sent) expect(given).toEqual([named('TST-1'), named(NO_HOUSEHOLD)])
    const caller = await callAs(server(), 'viewer')
    for (const [path, ask] of Object.entries(GIVING)) {
      const answers: unknown[] = []
      for (const reference of [ERASED, MOVED, NEVER]) {
        const one = kept.get(reference)
        if (!one) throw new Error('Nothing was kept.')
        const answer = await ask(caller, one)
        expect(answer.statusCode, answer.body).toBe(200)
        answers.push(comparable(answer))
        expect(answer.body.split(NO_HOUSEHOLD).length - 1, path).toBe(2)
      }
      expect(answers, path).toEqual(answers.map(() => answers[2]))
    }
  })

  test('has no row and no word on a campaign’s lists, and is counted on screen', async () => {
    const staff = await callAs(server(), 'staff', 'ashford')
    const page = getCampaignRecipients.reply.parse(
      (await staff.get(`/api/campaign-recipients?campaign_id=${listed}`)).json(),
    )
    expect(page).toMatchObject({ total: 2, erased: 1 })
    expect(page.recipients.map(({ household_reference }) => household_reference)).toEqual(['TST-1', 'TST-2'])
    const made = await staff.get(`/api/campaign-household-references-csv?campaign_id=${listed}`)
    const { pathname, search } = new URL(exportHouseholdReferences.reply.parse(made.json()).url, server().origin)
    const lists = [
      await staff.get(pathname + search),
      await staff.get(`/api/campaign-review-list?campaign_id=${listed}`),
    ]
    for (const { body } of lists) {
      expect(body.match(/TST-\d/g)).toEqual(['TST-1', 'TST-2'])
      expect(body).not.toMatch(/erased/i)
      expect(body.trim().split('\r\n')).toHaveLength(3)
    }
    const noted = await server().services.database.asSystem((tx) =>
      tx
        .select()
        .from(auditEntries)
        .where(like(auditEntries.subject, `% of campaign ${listed}`)),
    )
    expect(noted.map(({ quantity }) => quantity)).toEqual([2, 2])
  })

  test('is not found by guesses that are held against the fingerprint of a list that went out', async () => {
    const { hash } = await freezeHouseholds([ERASED, 'TST-1', 'TST-2'])
    const { recipients_hash } = await tools.detail(sent)
    expect(recipients_hash).toMatch(/^[0-9a-f]{64}$/)
    expect(recipients_hash).not.toBe(hash)
  })

  test('is in no template by what another filter says', async () => {
    const { post } = await callAs(server(), 'viewer')
    const body = { filter_name: 'postcodes', filter_value_names: [ERASED] }
    const made = await post('/api/create-filter-template', { template_name: 'P', filter_template_details: [body] })
    expect(made.statusCode).toBe(200)
    const all = await server().services.database.asSystem((tx) => tx.select().from(filterTemplates))
    expect(JSON.stringify(all)).not.toContain('"postcodes","filter_value":{"name":"Household')
  })

  test('is to the rights desk, replies and visits like one that never was', async () => {
    const caller = await callAs(server(), 'admin')
    for (const [path, ask] of Object.entries(BY_REFERENCE)) {
      const answers: unknown[] = []
      for (const reference of [ERASED, NEVER]) answers.push(comparable(await ask(caller, reference)))
      expect(answers[0], path).toEqual(answers[1])
    }
    const round = await visits.loaded()
    const outcomes = await Promise.all([ERASED, NEVER].map((reference) => visits.record('viewer', round, reference)))
    expect(outcomes.map(comparable)[0]).toEqual(outcomes.map(comparable)[1])
    await erasuresSettled(server())
  })
})
