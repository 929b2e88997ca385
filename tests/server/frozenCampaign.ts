import { sql } from 'drizzle-orm'
import type { Database } from '../../src/server/db/database'
import { campaigns } from '../../src/server/db/schema'
import { freezeHouseholds } from '../../src/server/modules/campaigns/campaigns/frozenList'

/** A campaign as add-campaign leaves it, with that many households, each with a contact; texts where nothing else is said. @returns its id. */
export async function addFrozen(
  database: Database,
  organisationId: string,
  households: number,
  changes: Partial<typeof campaigns.$inferInsert> = {},
): Promise<number> {
  const references = Array.from({ length: households }, (_, index) => `A-${String(index).padStart(6, '0')}`)
  const { list, hash } = await freezeHouseholds(references)
  return database.asSystem(async (tx) => {
    await tx.execute(sql`
      insert into contacts (organisation_id, household_reference, first_name, last_name, address_line_1, town, postcode, mobile)
      select ${organisationId}::uuid, 'A-' || lpad(i::text, 6, '0'), 'Edna', 'Ashworth', i || ' Harbour Street', 'Ashford', 'ZE9 1AA',
        '07700 900' || lpad((i % 1000)::text, 3, '0')
      from generate_series(0, ${households - 1}::int) as i`)
    const [made] = await tx
      .insert(campaigns)
      .values({
        organisationId,
        name: 'Autumn',
        benefitName: 'pension_credit',
        channel: 'sms',
        snapshot: '2026-10-01',
        snapshotVersion: 'v',
        stagger: 0,
        filters: {},
        message: 'Dear ((first_name))',
        createdBy: 'Test',
        frozenHouseholds: list,
        frozenCount: households,
        recipientsHash: hash,
        numberOfRecipients: households,
        ...changes,
      })
      .returning({ id: campaigns.id })
    return made?.id ?? 0
  })
}
