import { and, eq, getTableColumns, sql, type SQL } from 'drizzle-orm'
import type { ContactFields } from '#contract/households/contactFields'
import type { Tx } from '../../../db/engine'
import { contactCorrections, contacts } from '../../../db/schema'

export type NewCorrection = typeof contactCorrections.$inferInsert & {
  readonly corrected: Partial<ContactFields>
  readonly imported: ContactFields
}

const COLUMNS = {
  title: contacts.title,
  first_name: contacts.firstName,
  last_name: contacts.lastName,
  address_line_1: contacts.addressLine1,
  address_line_2: contacts.addressLine2,
  town: contacts.town,
  postcode: contacts.postcode,
  mobile: contacts.mobile,
} as const satisfies Record<keyof ContactFields, unknown>
// Object.keys widens the names.
export const CORRECTABLE = Object.keys(COLUMNS) as (keyof ContactFields)[]

const own = (organisationId: string, reference: string) =>
  and(eq(contactCorrections.organisationId, organisationId), eq(contactCorrections.householdReference, reference))

const isHouseholds = (organisationId: string, reference: string) =>
  and(eq(contacts.organisationId, organisationId), eq(contacts.householdReference, reference))

/** Not yet parsed. */
export async function findCorrectionRow(tx: Tx, organisationId: string, reference: string) {
  const [found] = await tx.select().from(contactCorrections).where(own(organisationId, reference))
  return found
}

/** A contact's fields, locked. */
export async function lockFields(
  tx: Tx,
  organisationId: string,
  reference: string,
): Promise<ContactFields | undefined> {
  const [found] = await tx.select(COLUMNS).from(contacts).where(isHouseholds(organisationId, reference)).for('update')
  return found
}

/** Overwrites a contact's fields. */
export const writeFields = (tx: Tx, organisationId: string, reference: string, fields: ContactFields) =>
  tx
    .update(contacts)
    .set({
      title: fields.title,
      firstName: fields.first_name,
      lastName: fields.last_name,
      addressLine1: fields.address_line_1,
      addressLine2: fields.address_line_2,
      town: fields.town,
      postcode: fields.postcode,
      mobile: fields.mobile,
    })
    .where(isHouseholds(organisationId, reference))

/** Replaces a household's correction. */
export const saveCorrection = (tx: Tx, correction: NewCorrection) => {
  const { corrected, imported, correctedBy } = correction
  return tx
    .insert(contactCorrections)
    .values(correction)
    .onConflictDoUpdate({
      target: [contactCorrections.organisationId, contactCorrections.householdReference],
      set: { corrected, imported, correctedBy, correctedAt: sql`now()` },
    })
}

/** Deletes a household's correction. */
export const deleteCorrection = (tx: Tx, organisationId: string, reference: string) =>
  tx.delete(contactCorrections).where(own(organisationId, reference))

/** Households that have a correction. */
export const correctedHouseholds = (tx: Tx, organisationId: string) =>
  tx
    .select({ reference: contactCorrections.householdReference })
    .from(contactCorrections)
    .where(eq(contactCorrections.organisationId, organisationId))

/** @returns the numbers in the months' contacts */
export const deleteCorrections = (tx: Tx, organisationId: string, references: readonly string[]) =>
  tx
    .delete(contactCorrections)
    .where(
      and(
        eq(contactCorrections.organisationId, organisationId),
        sql`${contactCorrections.householdReference} = any(${sql.param([...references])}::text[])`,
      ),
    )
    .returning({ mobile: sql<string | null>`${contactCorrections.imported} ->> 'mobile'` })

const column = (name: string) => sql.raw(`contacts.${name}`)
const listed = (parts: SQL[]) => sql.join(parts, sql`, `)

/** Restores corrections that the undone publication made needless; later ones win. */
export const bringCorrectionsBack = (tx: Tx, organisationId: string) =>
  tx.execute(sql`
    insert into contact_corrections (organisation_id, household_reference, corrected, corrected_by, corrected_at)
    select organisation_id, household_reference, corrected, corrected_by, corrected_at
    from contacts_before where organisation_id = ${organisationId} and corrected is not null
    on conflict (organisation_id, household_reference) do update
      set corrected = excluded.corrected || contact_corrections.corrected`)

/**
 * After an import: records imported values, drops corrections that match, reapplies the others. Dropped ones stay with
 * the replaced contact.
 */
export async function applyCorrections(tx: Tx, organisationId: string): Promise<void> {
  const [any] = await tx
    .select(getTableColumns(contactCorrections))
    .from(contactCorrections)
    .where(eq(contactCorrections.organisationId, organisationId))
    .limit(1)
  if (!any) return
  const fields = CORRECTABLE.map((name) => sql`${name}::text, ${column(name)}`)
  await tx.execute(sql`
    update contact_corrections set imported = (
      select jsonb_build_object(${listed(fields)}) from contacts
      where contacts.organisation_id = contact_corrections.organisation_id
        and contacts.household_reference = contact_corrections.household_reference)
    where organisation_id = ${organisationId}`)
  await tx.execute(sql`
    with needless as (
      delete from contact_corrections where organisation_id = ${organisationId} and imported @> corrected returning *)
    update contacts_before
    set corrected = needless.corrected, corrected_by = needless.corrected_by, corrected_at = needless.corrected_at
    from needless
    where contacts_before.organisation_id = needless.organisation_id
      and contacts_before.household_reference = needless.household_reference`)
  const over = CORRECTABLE.map(
    (name) => sql`${sql.raw(name)} = coalesce(contact_corrections.corrected ->> ${name}, ${column(name)})`,
  )
  await tx.execute(sql`
    update contacts set ${listed(over)} from contact_corrections
    where contacts.organisation_id = ${organisationId}
      and contact_corrections.organisation_id = contacts.organisation_id
      and contact_corrections.household_reference = contacts.household_reference`)
}
