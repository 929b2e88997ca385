import { eq, like, sql } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { addCampaign, campaignSchema, countEligibleHouseholds } from '../../src/contract/campaigns/campaigns'
import type { FilterRequest } from '../../src/contract/households/filters'
import { COLUMN_GROUPS } from '../../src/contract/households/needToKnow'
import { ROLES, type Role } from '../../src/contract/organisations/session'
import { auditEntries, campaigns, householdLooks, people, recipients, visitRounds } from '../../src/server/db/schema'
import type { HouseholdCells } from '../../src/server/modules/households/imports/testing/exampleFiles'
import { listGroupColumns } from '../../src/server/modules/households/need-to-know/groups'
import { callAs, callWith, selected } from './harness/caller'
import { addSentCampaign } from './harness/campaigns'
import { addContacts, exampleContact } from './harness/contacts'
import { endpoints } from './harness/endpoints'
import { onEngine } from './harness/server'
import { hiding, HOUSEHOLDS, importMonths, PEOPLE, setRules, withChanged } from './needToKnowAnswers'
import { CAMPAIGN_CALLS, comparable, DRAWINGS, NO_ANSWER, SELECTION_CALLS, takesSelection } from './selectionCalls'

/** May miss every benefit. */
const ONE = HOUSEHOLDS[2] ?? {}

/** As the first, but for a group's columns; and one that a campaign wrote to. */
const TWINS = { money: 'ONE-M', health: 'ONE-H', family: 'ONE-F', place: 'ONE-P' } as const
const CONTACTED = 'ONE-C'
const OTHERS = Array.from({ length: 70 }, (_, index) => `TST-${index + 1001}`)

const ROWS: Partial<HouseholdCells>[] = [
  { ...ONE, household_reference: 'ONE-A' },
  ...COLUMN_GROUPS.map((group) => ({
    ...withChanged(listGroupColumns(group))[2],
    household_reference: TWINS[group],
  })),
  { ...ONE, household_reference: CONTACTED },
  ...OTHERS.map((household_reference) => ({ ...ONE, household_reference, tenure: 'private_rent' })),
]

const REFERENCES = ROWS.map((each) => each.household_reference ?? '')

const naming = (...references: string[]): FilterRequest => selected({}, { household_references: references })

/** A role each: a pair takes seconds, and what is hidden of a group is the same for each role. */
const ASKED_BY: Record<(typeof COLUMN_GROUPS)[number], Role> = {
  money: 'Viewer',
  health: 'SuperAdmin',
  family: 'OrganisationAdmin',
  place: 'Viewer',
}
/** Where anything is hidden, nothing tells whom campaigns wrote to: one group stands for all. */
const ASKED_OF_CONTACTED = 'money'

/** One household alone, padded to five, and as many as are still too few. */
const SIZES = [1, 5, 59]
const sizesOf = (path: string): readonly number[] => {
  if (DRAWINGS.has(path)) return [1]
  return path === addCampaign.path ? [1, 59] : SIZES
}

onEngine('embedded', 'What a role learns of chosen households', {}, (server) => {
  const database = () => server().services.database
  beforeAll(async () => {
    await importMonths(server(), ROWS)
    await addContacts(
      server(),
      'ashford',
      REFERENCES.map((reference) => exampleContact(reference)),
    )
    await addSentCampaign(server(), [CONTACTED])
    // Of the last months, as the counts ask.
    await database().asSystem((tx) => tx.update(recipients).set({ sentAt: sql`now()` }))
    const text = { name: 'Test', text: 'Dear ((first_name)), from ((organisation)).' }
    await server().services.templates.texts.save(server().seed.ashford.id, text)
    await (await callAs(server(), 'admin')).post('/api/set-visit-settings', { is_on: true, name_roles: [] })
  })
  beforeEach(() => setRules(server(), { roles: [], purposes: [] }))

  const forgetMade = () =>
    database().asSystem(async (tx) => {
      await tx.delete(visitRounds)
      await tx.delete(campaigns).where(like(campaigns.name, 'Test%'))
    })

  test('every call that takes filters, references or a campaign is one of those that are asked', () => {
    const known = [SELECTION_CALLS, CAMPAIGN_CALLS].flatMap((calls) => Object.keys(calls))
    const named = Object.values(NO_ANSWER).flat()
    const taking = endpoints.filter(takesSelection).map(({ path }): string => path)
    expect(
      taking.filter((path) => !known.includes(path) && !named.includes(path)),
      'Ask these in selectionCalls.ts, or say there why they answer nothing.',
    ).toEqual([])
    expect(named.filter((path) => !taking.includes(path))).toEqual([])
  })

  describe.each(COLUMN_GROUPS)('where %s is hidden', (group) => {
    const role = ASKED_BY[group]
    test(`${role} gets the same answer for two households that differ in that alone`, async () => {
      await setRules(server(), hiding(role, group))
      const caller = await callAs(server(), PEOPLE[role], 'ashford')
      for (const [path, ask] of Object.entries(SELECTION_CALLS)) {
        await forgetMade()
        const answersFor = (household: string) =>
          Promise.all(
            sizesOf(path).map(async (size) => {
              const request = naming(household, ...OTHERS.slice(0, size - 1))
              return (await Promise.all(ask(caller, { household, request }))).map(comparable)
            }),
          )
        const [expected, twin] = await Promise.all(['ONE-A', TWINS[group]].map(answersFor))
        expect(twin, path).toEqual(expected)
        if (group === ASKED_OF_CONTACTED)
          expect(await answersFor(CONTACTED), `${path}, one written to`).toEqual(expected)
      }
    })
  })

  describe('a campaign of a type that is hidden', () => {
    const AA = { benefit_name: 'attendance_allowance', campaign_name: 'Test', snapshot: '2026-10-01' }
    const count = async (person: 'viewer' | 'admin', request: FilterRequest, changes: object = {}) =>
      (await callAs(server(), person)).post('/api/eligible-households-with-pii', {
        ...request,
        new_campaign_details: { ...AA, channel_name: 'sms', stagger: 0, ...changes },
      })
    const add = async (person: 'viewer' | 'admin', request: FilterRequest) =>
      (await callAs(server(), person)).post('/api/add-campaign', {
        ...request,
        campaign_request: { ...AA, channel_name: 'sms', stagger: 0, sms_template_id: 1, template_s3_key: null },
      })
    const of = (answer: { json: () => unknown }) => z.object({ code: z.string() }).parse(answer.json()).code
    const PRIVATE = selected({ tenure: ['private_rent'] })

    test('is counted and made by no reference, postcode or area, and for 60 visible households at least', async () => {
      await setRules(server(), hiding('Viewer', 'health'))
      const ring = [[-1.6, 54], [-1.4, 54], [-1.4, 54.1], [-1.6, 54.1], [-1.6, 54]] // prettier-ignore
      const narrow = [
        naming(...REFERENCES),
        selected({}, { postcodes: ['AB1 2CD'] }),
        selected({}, { area: [JSON.stringify({ type: 'Polygon', coordinates: [ring] })] }),
        // Six households.
        selected({ tenure: ['council_rent'] }),
      ]
      for (const request of narrow) {
        for (const refused of [await count('viewer', request), await add('viewer', request)]) {
          expect([refused.statusCode, of(refused)]).toEqual([409, 'selection_too_narrow'])
        }
        expect((await count('admin', request)).statusCode).toBe(200)
      }
      // Nothing of this type is hidden, but a pause between campaigns tells which households others wrote to.
      expect((await count('viewer', naming('ONE-A'), { benefit_name: 'custom' })).statusCode).toBe(200)
      expect((await count('viewer', naming('ONE-A'), { benefit_name: 'custom', stagger: 1 })).statusCode).toBe(409)
    })

    test('is counted in tens, without how the number comes about', async () => {
      await setRules(server(), hiding('Viewer', 'health'))
      const reply = countEligibleHouseholds.reply.parse((await count('viewer', selected())).json())
      expect(reply).toEqual({
        eligible_household_count: 70,
        is_rounded: true,
        waterfall: null,
        by_channel: null,
        held_out_count: 0,
        same_number_count: 0,
        shared_numbers: null,
        by_letter_count: 0,
        often_contacted_count: 0,
        digitally_excluded_count: null,
        by_language: null,
        with_amount_count: null,
        unclaimed: null,
      })
      const whole = countEligibleHouseholds.reply.parse((await count('admin', selected())).json())
      // All but those that differ in health, and in family.
      expect([whole.eligible_household_count, whole.is_rounded]).toEqual([74, false])
    })

    test('shows its list, its exact numbers and its documents to no other role', async () => {
      const made = async (person: 'viewer' | 'admin', request: FilterRequest) => {
        const [campaign] = z.array(campaignSchema).parse((await add(person, request)).json())
        const id = campaign?.id ?? 0
        const admin = await callAs(server(), 'admin')
        await vi.waitFor(async () =>
          expect((await admin.get(`/api/campaign?campaign_id=${id}`)).json()).toMatchObject({ phase: 'prepared' }),
        )
        return id
      }
      await forgetMade()
      const one = await made('admin', naming('ONE-A'))
      const two = await made('admin', naming('ONE-A', CONTACTED))
      const gone = await made('admin', naming('ONE-A'))
      await database().asSystem(async (tx) => {
        await tx.update(recipients).set({ state: 'removed' }).where(eq(recipients.campaignId, gone))
        await tx.update(campaigns).set({ numberOfRecipients: 0, removedCount: 1 }).where(eq(campaigns.id, gone))
      })
      await database().asSystem((tx) => tx.update(campaigns).set({ linkId: null }).where(like(campaigns.name, 'Test')))
      await setRules(server(), hiding(ROLES, 'health'))
      const shown = (answer: unknown, id: number) => JSON.stringify(answer).replaceAll(`:${id},`, ':0,')
      for (const role of ROLES) {
        const caller = await callAs(server(), PEOPLE[role], 'ashford')
        for (const [path, ask] of Object.entries(CAMPAIGN_CALLS)) {
          const answers = await Promise.all(
            [one, two, gone].map(async (id) => shown(comparable(await ask(caller, id)), id)),
          )
          expect(answers, `${role}, ${path}`).toEqual(answers.map(() => answers[0]))
        }
        for (const path of ['campaign-recipients', 'campaign-household-references-csv', 'campaign-certificate']) {
          const refused = await caller.get(`/api/${path}?campaign_id=${one}`)
          expect([refused.statusCode, of(refused)], path).toEqual([409, 'not_shown_to_role'])
        }
      }
      const staff = await callAs(server(), 'staff', 'ashford')
      for (const path of ['campaign-review-list', 'campaign-print-pack']) {
        const refused = await staff.get(`/api/${path}?campaign_id=${one}`)
        expect([refused.statusCode, of(refused)], path).toEqual([409, 'not_shown_to_role'])
      }
      expect((await staff.get('/api/all-campaigns')).json()).toContainEqual(
        expect.objectContaining({ id: gone, number_of_recipients: 10, is_rounded: true }),
      )
      const log = (await staff.post('/api/audit-entries', { action: 'campaign' })).json<{ entries: object[] }>()
      expect(log.entries).toContainEqual(expect.objectContaining({ subject: `campaign ${two} (sms)`, quantity: null }))
      await setRules(server(), { roles: [], purposes: [] })
      expect((await staff.get(`/api/campaign-review-list?campaign_id=${one}`)).statusCode).toBe(200)
    })

    test('is made for ten households at least', async () => {
      await setRules(server(), hiding('Viewer', 'health'))
      const marks = (marked: number) =>
        database().asSystem((tx) =>
          tx.execute(sql`update contacts set do_not_contact = household_reference <= ${OTHERS[marked - 1]}
            where household_reference like 'TST-1%'`),
        )
      await marks(61)
      const refused = await add('viewer', PRIVATE)
      expect([refused.statusCode, of(refused)]).toEqual([422, 'no_households'])
      await marks(60)
      expect((await add('viewer', PRIVATE)).json()).toMatchObject([{ number_of_recipients: 10, is_rounded: true }])
      await database().asSystem((tx) => tx.execute(sql`update contacts set do_not_contact = false`))
    })
  })

  describe('looks at few households', () => {
    const looked = async (ask: () => Promise<{ statusCode: number }>) => {
      const looks = () => database().asSystem((tx) => tx.select().from(householdLooks).orderBy(householdLooks.id))
      const before = (await looks()).length
      expect((await ask()).statusCode).toBe(200)
      return (await looks()).slice(before).map(({ householdReference }) => householdReference)
    }

    /** Whose lists of the last hour are none: one that differs in few from an earlier one is a look too. */
    async function callAsNewcomer(role: Role) {
      const { id: organisationId } = server().seed.ashford
      const person = { email: `${crypto.randomUUID()}@ashford.example`, organisationId, role }
      const [made] = await database().asSystem((tx) => tx.insert(people).values(person).returning({ id: people.id }))
      const session = await server().services.sessions.begin({ personId: made?.id ?? '', organisationId })
      return callWith(server(), { cookie: `doorstep=${session.id}`, origin: server().origin })
    }

    test('are recorded in every call, whether the households are asked for or looked up', async () => {
      for (const [path, ask] of Object.entries(SELECTION_CALLS)) {
        // A round is made by other filters.
        if (path === '/api/visit-round') continue
        await forgetMade()
        // The same look within minutes is recorded once a session.
        const caller = await callAsNewcomer('OrganisationAdmin')
        const asked = async () => ask(caller, { household: 'ONE-A', request: naming('ONE-A') })[0]
        const answers = await looked(async () => (await asked()) ?? { statusCode: 0 })
        expect(new Set(answers), path).toEqual(new Set(['ONE-A']))
      }
    })

    test('are recorded where one of five is left by a condition, and where filters choose nobody', async () => {
      const { post } = await callAsNewcomer('Viewer')
      const padded = naming('ONE-A', TWINS.health, ...OTHERS.slice(0, 3))
      await database().asSystem((tx) =>
        tx.execute(sql`update contacts set do_not_contact = true
        where household_reference in ('TST-1001', 'TST-1002')`),
      )
      expect(
        await looked(() =>
          post('/api/eligible-households-with-pii', {
            ...padded,
            new_campaign_details: {
              ...{ campaign_name: 'Test', snapshot: '2026-10-01', channel_name: 'sms' },
              ...{ benefit_name: 'attendance_allowance', stagger: 0 },
            },
          }),
        ),
      ).toEqual(['ONE-A', 'TST-1001', 'TST-1002', 'TST-1003'])
      const nobody = selected({ bedrooms: ['50', '60'] }, { household_references: ['TST-1004'] })
      expect(await looked(() => post('/api/filter-facets', nobody))).toEqual(['TST-1004'])
    })

    test('are recorded for a search by number, at the rights desk and for a reply, and for the calculator', async () => {
      const { post } = await callAs(server(), 'admin')
      await database().asSystem((tx) =>
        tx.execute(sql`update contacts set mobile = '07700 900777' where household_reference = 'TST-1005'`),
      )
      expect(await looked(() => post('/api/find-households', { words: '07700 900777' }))).toEqual(['TST-1005'])
      expect(await looked(() => post('/api/find-replying', { written: '07700 900777' }))).toEqual(['TST-1005'])
      expect(await looked(() => post('/api/households-to-calculator', naming('TST-1006')))).toEqual(['TST-1006'])
    })

    test('are no device’s own questions after an erasure, which nobody can ask again and again', async () => {
      const { post } = await callAs(server(), 'viewer')
      const ask = (reference: string, erasures_seen?: number) =>
        looked(() => post('/api/household-reference-matches', { values: [reference], erasures_seen }))
      // Nobody has been erased.
      expect(await ask('TST-1010', 0)).toEqual(['TST-1010'])
      const admin = await callAs(server(), 'admin')
      expect((await admin.post('/api/erase-household', { household_reference: 'TST-1070' })).statusCode).toBe(200)
      expect(await ask('TST-1011')).toEqual(['TST-1011'])
      expect(await ask('TST-1012', 1)).toEqual(['TST-1012'])
      for (let question = 0; question < 20; question++) expect(await ask('TST-1013', 0)).toEqual([])
      expect(await ask('TST-1013', 0)).toEqual(['TST-1013'])
      const entries = await database().asSystem((tx) =>
        tx.select().from(auditEntries).where(eq(auditEntries.action, 'looked_up')).orderBy(auditEntries.id),
      )
      expect(entries.at(-1)).toMatchObject({ subject: 'snapshot 2026-10-01', quantity: 1 })
    })
  })
})
