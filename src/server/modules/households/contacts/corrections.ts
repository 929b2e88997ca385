/** Corrections outlast later months (docs/product.md#corrections). */
import { contactFieldsSchema, type ContactFields } from '#contract/households/contactFields'
import type { Tx } from '../../../db/engine'
import { conflict, invalidInput, notFound } from '../../../http/faults'
import { isPostcode } from '../../../lib/postcodes'
import { ukMobile } from './contactRules'
import * as repo from './correctionsRepo'

export interface Correction {
  readonly corrected: Partial<ContactFields>
  /** Null while the month lacks the household. */
  readonly imported: ContactFields | null
  readonly correctedBy: string
  readonly correctedAt: Date
}

export type ChangedFields = readonly (keyof ContactFields)[]

/** A household's correction. */
export async function findCorrection(
  tx: Tx,
  organisationId: string,
  reference: string,
): Promise<Correction | undefined> {
  const found = await repo.findCorrectionRow(tx, organisationId, reference)
  return (
    found && {
      ...found,
      corrected: contactFieldsSchema.partial().parse(found.corrected),
      imported: contactFieldsSchema.nullable().parse(found.imported),
    }
  )
}

const differing = (one: ContactFields, other: ContactFields): ChangedFields =>
  repo.CORRECTABLE.filter((name) => one[name] !== other[name])

/**
 * A value equal to the month's is no correction.
 * @throws Fault 404 without a contact; 409 where nothing differs; 422 for an impossible number or postcode
 */
export async function recordCorrection(
  tx: Tx,
  { organisationId, email }: { readonly organisationId: string; readonly email: string },
  reference: string,
  change: Partial<ContactFields>,
): Promise<ChangedFields> {
  requireReal(change)
  const used = await repo.lockFields(tx, organisationId, reference)
  if (!used) throw notFound('No name, address or number is held for this household: there is nothing to correct.')
  const wanted = { ...used, ...change }
  const changed = differing(used, wanted)
  if (changed.length === 0) throw conflict('This is what is held already. Change what is wrong.', 'nothing_changed')
  const imported = (await findCorrection(tx, organisationId, reference))?.imported ?? used
  const corrected = Object.fromEntries(differing(imported, wanted).map((name) => [name, wanted[name]]))
  await (Object.keys(corrected).length === 0
    ? repo.deleteCorrection(tx, organisationId, reference)
    : repo.saveCorrection(tx, {
        organisationId,
        householdReference: reference,
        corrected,
        imported,
        correctedBy: email,
      }))
  await repo.writeFields(tx, organisationId, reference, wanted)
  return changed
}

/** Restores the month's contact. @throws Fault 404 without a correction */
export async function removeCorrection(tx: Tx, organisationId: string, reference: string): Promise<ChangedFields> {
  const used = await repo.lockFields(tx, organisationId, reference)
  const correction = await findCorrection(tx, organisationId, reference)
  if (!correction) throw notFound('Nothing is corrected for this household.')
  await repo.deleteCorrection(tx, organisationId, reference)
  if (!used || !correction.imported) return []
  await repo.writeFields(tx, organisationId, reference, correction.imported)
  return differing(used, correction.imported)
}

function requireReal({ mobile = '', postcode = '' }: Partial<ContactFields>): void {
  const fields: Record<string, string> = {}
  if (mobile !== '' && ukMobile(mobile) === undefined) {
    fields['contact.mobile'] = 'Write a UK mobile number, such as 07700 900123, or nothing.'
  }
  if (postcode !== '' && !isPostcode(postcode)) fields['contact.postcode'] = 'Write a UK postcode, or nothing.'
  if (Object.keys(fields).length > 0) throw invalidInput(fields)
}
