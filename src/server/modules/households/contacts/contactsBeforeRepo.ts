import { and, eq, getTableColumns, sql } from 'drizzle-orm'
import type { Tx } from '../../../db/engine'
import { contactsBefore } from '../../../db/schema'
import { CORRECTABLE } from './correctionsRepo'

const own = (organisationId: string) => eq(contactsBefore.organisationId, organisationId)

const CORRECTABLE_FIELDS = CORRECTABLE.join(', ')
const OTHER_FIELDS = 'preferred_language, do_not_contact'
const FIELDS = sql.raw(`organisation_id, household_reference, ${CORRECTABLE_FIELDS}, ${OTHER_FIELDS}`)
const IMPORTED_FIELDS = sql.raw(
  CORRECTABLE.map((name) => `coalesce(correction.imported ->> '${name}', held.${name})`).join(', '),
)

/** Stores contacts without corrections. */
export const keepContacts = (tx: Tx, organisationId: string) =>
  tx.execute(sql`
    insert into contacts_before (${FIELDS})
    select held.organisation_id, held.household_reference, ${IMPORTED_FIELDS}, ${sql.raw(OTHER_FIELDS)}
    from contacts held left join contact_corrections correction
      on correction.organisation_id = held.organisation_id
      and correction.household_reference = held.household_reference
    where held.organisation_id = ${organisationId}`)

/** Adds them to the contacts. */
export const copyContactsBack = (tx: Tx, organisationId: string) =>
  tx.execute(
    sql`insert into contacts (${FIELDS}) select ${FIELDS} from contacts_before where organisation_id = ${organisationId}`,
  )

/** How many an organisation has. */
export const countContactsBefore = (tx: Tx, organisationId: string): Promise<number> =>
  tx.$count(contactsBefore, own(organisationId))

/** Deletes all that an organisation has. */
export const deleteContactsBefore = (tx: Tx, organisationId: string) =>
  tx.delete(contactsBefore).where(own(organisationId))

/** Households that have one. */
export const listHouseholdsBefore = (tx: Tx, organisationId: string) =>
  tx.select({ reference: contactsBefore.householdReference }).from(contactsBefore).where(own(organisationId))

const {
  corrected: _corrected,
  correctedBy: _correctedBy,
  correctedAt: _correctedAt,
  ...CONTACT_COLUMNS
} = getTableColumns(contactsBefore)

/** That of a household. */
export async function findContactBefore(tx: Tx, organisationId: string, reference: string) {
  const [found] = await tx
    .select(CONTACT_COLUMNS)
    .from(contactsBefore)
    .where(and(own(organisationId), eq(contactsBefore.householdReference, reference)))
  return found
}

/** @returns their numbers */
export const deleteContactsBeforeByReference = (tx: Tx, organisationId: string, references: readonly string[]) =>
  tx
    .delete(contactsBefore)
    .where(
      and(own(organisationId), sql`${contactsBefore.householdReference} = any(${sql.param([...references])}::text[])`),
    )
    .returning({ mobile: contactsBefore.mobile })
