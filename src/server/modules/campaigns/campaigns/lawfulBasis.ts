/** The power under which a campaign writes to households (docs/product.md#lawful-basis). */
import { LAWFUL_BASIS_WORDS, type LawfulBasis, type LawfulBasisSettings } from '#contract/campaigns/lawfulBases'
import type { Database } from '../../../db/database'
import type { Tx } from '../../../db/engine'
import { conflict, invalidInput } from '../../../http/faults'
import type { Actor, AuditService } from '../../organisations/audit/service'
import * as repo from './repo'

const WITHOUT = 'Choose the lawful basis of this campaign: your organisation requires one.'

/** For the audit log. */
export const basisInWords = (basis: LawfulBasis | null): string =>
  basis === null ? '' : `, ${LAWFUL_BASIS_WORDS[basis]}`

async function settingsOf(tx: Tx, organisationId: string): Promise<LawfulBasisSettings> {
  const found = await repo.findBasisSettings(tx, organisationId)
  return { default_basis: found?.defaultBasis ?? null, is_required: found?.isRequired ?? false }
}

/** The basis that a new campaign records. @throws Fault 422 where a required one is missing */
export async function basisOfNew(
  tx: Tx,
  organisationId: string,
  chosen: LawfulBasis | undefined,
): Promise<LawfulBasis | null> {
  const { default_basis: usual, is_required: isRequired } = await settingsOf(tx, organisationId)
  const basis = chosen ?? usual
  if (basis === null && isRequired) throw invalidInput({ 'campaign_request.lawful_basis': WITHOUT })
  return basis
}

/** @throws Fault 409 where a required basis is missing */
export async function requireBasis(tx: Tx, { organisationId, lawfulBasis }: repo.CampaignRow): Promise<void> {
  if (lawfulBasis !== null || !(await settingsOf(tx, organisationId)).is_required) return
  throw conflict(
    'This campaign names no lawful basis, which your organisation requires. Choose it on the campaign’s page first.',
    'no_lawful_basis',
  )
}

/** An organisation's lawful basis settings. */
export const createLawfulBasisSettings = ({ database, audit }: { database: Database; audit: AuditService }) => ({
  lawfulBasisSettings: (organisationId: string): Promise<LawfulBasisSettings> =>
    database.forOrganisation(organisationId, (tx) => settingsOf(tx, organisationId)),

  setLawfulBasisSettings: (by: Actor, settings: LawfulBasisSettings): Promise<void> =>
    database.forOrganisation(by.organisationId, async (tx) => {
      const { default_basis: defaultBasis, is_required: isRequired } = settings
      await repo.saveBasisSettings(tx, { organisationId: by.organisationId, defaultBasis, isRequired })
      const usual = defaultBasis === null ? 'none by default' : LAWFUL_BASIS_WORDS[defaultBasis]
      await audit.recordIn(tx, by, 'lawful_basis', `${usual}, ${isRequired ? 'required' : 'not required'}`)
    }),
})
