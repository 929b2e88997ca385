import { addCampaign } from '#contract/campaigns/campaigns'
import type { Person } from '../../../http/person'
import { nameOfPerson } from '../../organisations/people/service'
import type { CampaignsDependencies } from './dependencies'
import { PREPARE_CAMPAIGN } from './jobs'
import { chooseBasis, describeLawfulBasis } from './lawfulBasis'
import { planCampaign, type AddCampaignBody, type PlanDependencies } from './planCampaign'
import { asCampaign, createWork, describeCampaign } from './present'
import { insertCampaign } from './repo'

type AddDependencies = PlanDependencies & Pick<CampaignsDependencies, 'queue' | 'audit' | 'idempotency'>

/** @returns submits a campaign for review, once per Idempotency-Key. Throws Fault 404 or 422 */
export const createAddCampaign =
  (deps: AddDependencies) => async (person: Person, body: AddCampaignBody, key: string) => {
    const { audit, idempotency, queue, now } = deps
    // A repeated call must not fail on later changes.
    const planned = await planCampaign(deps, person, body, key).then(
      (campaign) => ({ campaign }),
      (fault: unknown) => ({ fault }),
    )
    return idempotency.once({ person, endpoint: addCampaign, key, body }, async (tx) => {
      if ('fault' in planned) throw planned.fault
      const createdBy = await nameOfPerson(tx, person.userId, person.email)
      const lawfulBasis = await chooseBasis(tx, person.organisationId, body.campaign_request.lawful_basis)
      const campaign = await insertCampaign(tx, { ...planned.campaign, lawfulBasis, createdBy, createdAt: now() })
      await queue.send(tx, PREPARE_CAMPAIGN, createWork(campaign))
      const subject = `${describeCampaign(campaign)}${describeLawfulBasis(lawfulBasis)}`
      await audit.recordIn(tx, person, 'campaign', subject, campaign.frozenCount)
      return [asCampaign(campaign)]
    })
  }
