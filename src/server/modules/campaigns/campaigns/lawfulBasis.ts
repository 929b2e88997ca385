/** docs/product.md#lawful-basis */
import { LAWFUL_BASIS_WORDS, type LawfulBasis, type LawfulBasisSettings } from '#contract/campaigns/lawfulBases'
import type { Tx } from '../../../db/engine'
import { conflict, invalidInput } from '../../../http/faults'
import type { Person } from '../../../http/person'
import type { Actor } from '../../organisations/audit/service'
import type { MoveDependencies } from './dependencies'
import { allow, withLockedCampaign } from './moves'
import { describeCampaign } from './present'
import * as basisRepo from './lawfulBasisRepo'
import * as repo from './repo'

const WITHOUT = 'Choose the lawful basis of this campaign: your organisation requires one.'

/** For the audit log. */
export const describeLawfulBasis = (basis: LawfulBasis | null): string =>
  basis === null ? '' : `, ${LAWFUL_BASIS_WORDS[basis]}`

async function readSettings(tx: Tx, organisationId: string): Promise<LawfulBasisSettings> {
  const found = await basisRepo.findBasisSettings(tx, organisationId)
  return { default_basis: found?.defaultBasis ?? null, is_required: found?.isRequired ?? false }
}

/** For a new campaign. @throws Fault 422 where a required one is missing */
export async function chooseBasis(
  tx: Tx,
  organisationId: string,
  chosen: LawfulBasis | undefined,
): Promise<LawfulBasis | null> {
  const { default_basis: usual, is_required: isRequired } = await readSettings(tx, organisationId)
  const basis = chosen ?? usual
  if (basis === null && isRequired) throw invalidInput({ 'campaign_request.lawful_basis': WITHOUT })
  return basis
}

/** @throws Fault 409 where a required basis is missing */
export async function requireBasis(tx: Tx, { organisationId, lawfulBasis }: repo.CampaignRow): Promise<void> {
  if (lawfulBasis !== null || !(await readSettings(tx, organisationId)).is_required) return
  throw conflict(
    'This campaign names no lawful basis, which your organisation requires. Choose it on the campaign’s page first.',
    'no_lawful_basis',
  )
}

/** A campaign that was run keeps its basis. */
export const createNameLawfulBasis =
  ({ database, audit }: Pick<MoveDependencies, 'database' | 'audit'>) =>
  (person: Person, id: number, lawfulBasis: LawfulBasis): Promise<repo.CampaignRow> =>
    withLockedCampaign(database, person, id, async (tx, campaign) => {
      if (campaign.lawfulBasis === lawfulBasis) return campaign
      allow('name-basis', campaign)
      await audit.recordIn(
        tx,
        person,
        'lawful_basis',
        `${describeCampaign(campaign)}${describeLawfulBasis(lawfulBasis)}`,
      )
      return repo.changeCampaign(tx, id, { lawfulBasis })
    })

/** An organisation's lawful basis settings. */
export const createLawfulBasisSettings = ({ database, audit }: Pick<MoveDependencies, 'database' | 'audit'>) => ({
  read: (organisationId: string): Promise<LawfulBasisSettings> =>
    database.forOrganisation(organisationId, (tx) => readSettings(tx, organisationId)),

  save: (by: Actor, settings: LawfulBasisSettings): Promise<void> =>
    database.forOrganisation(by.organisationId, async (tx) => {
      const { default_basis: defaultBasis, is_required: isRequired } = settings
      await basisRepo.saveBasisSettings(tx, { organisationId: by.organisationId, defaultBasis, isRequired })
      const usual = defaultBasis === null ? 'none by default' : LAWFUL_BASIS_WORDS[defaultBasis]
      await audit.recordIn(tx, by, 'lawful_basis', `${usual}, ${isRequired ? 'required' : 'not required'}`)
    }),
})
