import { and, eq } from 'drizzle-orm'
import { expect, vi } from 'vitest'
import { z } from 'zod'
import {
  campaignDetailSchema,
  campaignSchema,
  countEligibleHouseholds,
} from '../../../src/contract/campaigns/campaigns'
import { auditEntries, campaigns, contacts, recipients } from '../../../src/server/db/schema'
import { callAs, selected } from './caller'
import { addContacts, exampleContact } from './contacts'
import type { SeededPerson } from './seed'
import type { TestServer } from './server'
import { importHouseholds } from './snapshot'

const OPEN = { pension_credit: 'eligible_not_claiming', age_of_head: '78', pension_age: 'true' }
const HOUSEHOLDS = [
  {
    household_reference: 'A-1',
    ...OPEN,
    tenure: 'council_rent',
    pension_credit_weekly_award: '68.4',
    digital_exclusion: 'high',
  },
  { household_reference: 'A-2', ...OPEN },
  { household_reference: 'A-3', ...OPEN },
  { household_reference: 'A-4', ...OPEN },
  { household_reference: 'A-5', pension_credit: 'claiming', attendance_allowance: 'likely_eligible' },
  { household_reference: 'A-6', ...OPEN },
  { household_reference: 'A-7', ...OPEN },
]
/** Two that both channels reach in their way; one marked; one with neither number nor address; A-7 has none. */
const CONTACTS = [
  exampleContact('A-1'),
  exampleContact('A-2', { mobile: '+44 7700 900 222', addressLine1: '' }),
  exampleContact('A-3', { mobile: '', town: '', addressLine2: 'Old Harbour' }),
  exampleContact('A-4', { doNotContact: true }),
  exampleContact('A-5'),
  exampleContact('A-6', { mobile: '0161 496 0000', postcode: 'nowhere' }),
]

/** Seven households of Ashford to make campaigns for, and what tests of campaigns do again and again. */
export function campaignTools(server: () => TestServer) {
  let template = 0

  /** Once for a server. */
  const prepareHouseholds = async () => {
    await importHouseholds(server(), 'ashford', HOUSEHOLDS)
    await importHouseholds(server(), 'brynmor', [{ household_reference: 'B-1', ...OPEN }])
    await addContacts(server(), 'brynmor', [exampleContact('B-1')])
    template = await server().services.templates.texts.save(server().seed.ashford.id, {
      name: 'test',
      text: 'Dear ((first_name)), you may be owed ((benefit)). Call ((organisation)).',
    })
  }
  /** Before each test: no campaign, and the contacts as they were. */
  const reset = async () => {
    await server().services.database.asSystem(async (tx) => {
      await tx.delete(campaigns)
      await tx.delete(contacts).where(eq(contacts.organisationId, server().seed.ashford.id))
    })
    await addContacts(server(), 'ashford', CONTACTS)
  }

  const as = (person: SeededPerson, organisation?: 'ashford' | 'brynmor') => callAs(server(), person, organisation)

  const details = (changes: object = {}) => ({
    new_campaign_details: {
      campaign_name: 'Autumn',
      benefit_name: 'pension_credit',
      snapshot: '2026-10-01',
      channel_name: 'sms',
      stagger: 0,
      ...changes,
    },
  })
  const count = async (changes: object = {}, filters = selected()) =>
    (await as('viewer')).post('/api/eligible-households-with-pii', { ...details(changes), ...filters })
  const waterfall = async (changes: object = {}, filters = selected()) => {
    const { eligible_household_count, waterfall } = countEligibleHouseholds.reply.parse(
      (await count(changes, filters)).json(),
    )
    expect(eligible_household_count).toBe(waterfall?.not_contacted_recently)
    return Object.values(waterfall ?? {})
  }

  const request = (changes: object = {}, filters = selected()) => ({
    campaign_request: {
      campaign_name: 'Autumn',
      benefit_name: 'pension_credit',
      snapshot: '2026-10-01',
      channel_name: 'SMS',
      stagger: 0,
      sms_template_id: template,
      template_s3_key: null,
      ...changes,
    },
    ...filters,
  })
  const add = async (changes: object = {}, filters = selected(), headers: Record<string, string> = {}) =>
    (await as('viewer')).post('/api/add-campaign', request(changes, filters), headers)
  const detail = async (id: number) =>
    campaignDetailSchema.parse((await (await as('viewer')).get(`/api/campaign?campaign_id=${id}`)).json())
  const prepared = async (changes: object = {}, filters = selected()): Promise<number> => {
    const [made] = z.array(campaignSchema).parse((await add(changes, filters)).json())
    await vi.waitFor(async () => expect((await detail(made?.id ?? 0)).phase).toBe('prepared'))
    return made?.id ?? 0
  }
  const move = async (name: string, id: number, person: SeededPerson = 'staff') =>
    (await as(person, 'ashford')).post(`/api/${name}?campaign_id=${id}`, '')
  const changeContact = (householdReference: string, change: Partial<typeof contacts.$inferInsert>) =>
    server().services.database.asSystem((tx) =>
      tx
        .update(contacts)
        .set(change)
        .where(
          and(
            eq(contacts.householdReference, householdReference),
            eq(contacts.organisationId, server().seed.ashford.id),
          ),
        ),
    )
  const rowsOf = (id: number) =>
    server().services.database.asSystem((tx) =>
      tx.select().from(recipients).where(eq(recipients.campaignId, id)).orderBy(recipients.position),
    )
  const audited = async (action: string) => {
    const entries = await server().services.database.asSystem((tx) =>
      tx.select().from(auditEntries).where(eq(auditEntries.action, action)).orderBy(auditEntries.id),
    )
    return entries.at(-1)
  }

  return {
    prepareHouseholds,
    reset,
    as,
    count,
    waterfall,
    request,
    add,
    detail,
    prepared,
    move,
    changeContact,
    rowsOf,
    audited,
  }
}

/** Adds a Pension Credit campaign of Ashford that has a report, sent in September 2026. @returns its id */
export const addSentCampaign = ({ services, seed }: TestServer, references: readonly string[]): Promise<number> =>
  services.database.asSystem(async (tx) => {
    const organisationId = seed.ashford.id
    const sentAt = new Date('2026-09-02T10:00:00Z')
    const [made] = await tx
      .insert(campaigns)
      .values({
        organisationId,
        name: 'Sent',
        benefitName: 'pension_credit',
        channel: 'sms',
        snapshot: '2026-09-01',
        snapshotVersion: 'tests',
        status: 'Complete',
        stagger: 0,
        filters: { filter_request_list: [], dynamic_filter_value_request_list: [] },
        createdBy: 'S',
        frozenCount: references.length,
        recipientsHash: '',
        numberOfRecipients: references.length,
        preparedAt: sentAt,
        runAt: sentAt,
        sentAt,
      })
      .returning({ id: campaigns.id })
    const campaignId = made?.id ?? 0
    await tx.insert(recipients).values(
      references.map((householdReference, position) => ({
        campaignId,
        organisationId,
        householdReference,
        position,
        state: 'delivered' as const,
        sentAt,
      })),
    )
    return campaignId
  })
