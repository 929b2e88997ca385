import { addCampaign } from '#contract/campaigns/campaigns'
import { findOtherBenefits } from '#contract/campaigns/namedBenefits'
import type { Person } from '../../../http/person'
import { referencesInRequest, requestOfHeld } from '../../households/filters/references'
import { nameSnapshot } from '../../households/need-to-know/looks'
import { nameOfPerson } from '../../organisations/people/service'
import type { CampaignsDependencies } from './dependencies'
import { PREPARE_CAMPAIGN, createWork } from './jobs'
import { chooseBasis, describeLawfulBasis } from './lawfulBasis'
import { asCampaign, describeCampaign } from './present'
import { countCampaignsOf, insertCampaign, type NewCampaign } from './repo'
import { z } from 'zod'
import { conflict, Fault } from '../../../http/faults'
import { chooseMessages } from './chooseMessages'
import { commonValues } from './commonValues'
import type { Costs } from './costs'
import { type Eligibility, readChannelSwitches } from './eligibility'
import { freezeHouseholds } from './frozenList'
import type { HoldOuts } from './holdOuts'
import type { NeverDrawn } from './neverDrawn'
import { MIN_ELIGIBLE } from './roundedCounts'
import { withTexted } from './sharedNumbers'

type AddCampaignBody = z.output<typeof addCampaign.body>

type PlanDependencies = Pick<
  CampaignsDependencies,
  | 'database'
  | 'filters'
  | 'needToKnow'
  | 'snapshots'
  | 'texts'
  | 'letters'
  | 'organisations'
  | 'notifyAccounts'
  | 'genuinePage'
> & {
  readonly eligibility: Eligibility
  readonly holdOuts: HoldOuts
  readonly neverDrawn: Pick<NeverDrawn, 'find'>
  readonly costs: Costs
  readonly now: () => Date
}

/** docs/security.md#what-one-person-can-store */
const MOST_CAMPAIGNS_OF_A_PERSON = 50
const WITHIN_MS = 7 * 24 * 60 * 60 * 1000

/** Submits a campaign for review, once per Idempotency-Key. @throws Fault 404, 422 or 429 */
export const createAddCampaign =
  (deps: PlanDependencies & Pick<CampaignsDependencies, 'queue' | 'audit' | 'idempotency'>) =>
  async (person: Person, body: AddCampaignBody, key: string) => {
    const { audit, idempotency, queue, now } = deps
    // A repeated call must not fail on later changes.
    const planned = await planCampaign(deps, person, body, key).then(
      (campaign) => ({ campaign }),
      (fault: unknown) => ({ fault }),
    )
    return idempotency.once({ person, endpoint: addCampaign, key, body }, async (tx) => {
      if (
        (await countCampaignsOf(tx, person.userId, new Date(now().getTime() - WITHIN_MS))) >= MOST_CAMPAIGNS_OF_A_PERSON
      )
        throw new Fault(
          429,
          'too_many_campaigns',
          `You have made ${MOST_CAMPAIGNS_OF_A_PERSON} campaigns within 7 days, which is as many as Doorstep stores for a person. Try again tomorrow.`,
        )
      if ('fault' in planned) throw planned.fault
      if (!(await deps.snapshots.months.holdInUse(tx, planned.campaign.snapshotVersion)))
        throw conflict('The month was published again, or taken back, while the campaign was being made. Try again.')
      const createdBy = await nameOfPerson(tx, person.userId, person.email)
      const lawfulBasis = await chooseBasis(tx, person.organisationId, body.campaign_request.lawful_basis)
      const { isRounded, ...columns } = planned.campaign
      const campaign = await insertCampaign(tx, { ...columns, lawfulBasis, createdBy, createdAt: now() })
      await queue.send(tx, PREPARE_CAMPAIGN, createWork(campaign))
      const subject = `${describeCampaign(campaign)}${describeLawfulBasis(lawfulBasis)}`
      await audit.recordIn(tx, person, 'campaign', subject, campaign.frozenCount)
      return [asCampaign(campaign, isRounded)]
    })
  }

async function planCampaign(
  deps: PlanDependencies,
  person: Person,
  body: AddCampaignBody,
  key: string,
): Promise<Omit<NewCampaign, 'createdBy' | 'lawfulBasis'> & { readonly isRounded: boolean }> {
  const { organisationId, userId } = person
  const { campaign_request: wanted, ...request } = body
  const { benefit_name: benefitName, channel_name: channel, stagger } = wanted
  const common = await commonValues(deps, { organisationId, benefitName })
  const messages = await chooseMessages(deps, { organisationId, userId, benefitName, common }, wanted)
  const { digitallyExcluded, ...list } = await freezeList(deps, person, body, messages.saysAmount)
  const heldAs = await deps.filters.values.findHeld(person, referencesInRequest(request), false)
  return {
    organisationId,
    name: wanted.campaign_name,
    benefitName,
    channel,
    stagger,
    filters: requestOfHeld(request, heldAs),
    ...list,
    linkId: wanted.link_id ?? z.uuid().safeParse(key).data ?? crypto.randomUUID(),
    ...messages.columns,
    webAloneCount: messages.isWebAlone ? digitallyExcluded : 0,
    otherBenefits: findOtherBenefits(messages.namedBenefits, benefitName),
    postage: await choosePostage(deps, organisationId, wanted),
    createdById: person.userId,
  }
}

async function freezeList(
  { needToKnow, snapshots, eligibility, holdOuts, neverDrawn }: PlanDependencies,
  person: Person,
  { campaign_request: wanted, ...request }: AddCampaignBody,
  saysAmount: boolean,
) {
  const { organisationId } = person
  const { benefit_name: benefit, channel_name: channel, stagger } = wanted
  const { hold_out_percentage: percentage, hold_out_months: months } = wanted
  const switches = readChannelSwitches(wanted, channel)
  const loaded = await snapshots.at(organisationId, wanted.snapshot)
  const listed = await eligibility.list(loaded, organisationId, {
    benefit,
    channel,
    stagger,
    ...switches,
    saysAmount,
    request,
    access: await needToKnow.of(person),
  })
  const { references, isRounded, waterfall, heldOut, sameNumber, digitallyExcluded } = listed
  await needToKnow.compared(person, loaded, listed.predicate)
  await needToKnow.lookedAt(person, nameSnapshot(loaded), listed.few)
  if (references.length < (isRounded ? MIN_ELIGIBLE : 1)) {
    throw new Fault(
      422,
      'no_households',
      `${isRounded ? 'Too few' : 'No'} households are eligible for this campaign. Change its filters or its channel.`,
    )
  }
  const drawn =
    percentage === 0
      ? undefined
      : await holdOuts.draw(
          await eligibility.listDrawable(loaded, organisationId, benefit, references),
          { percentage, months },
          withTexted(
            await neverDrawn.find(loaded, organisationId),
            switches.oneTextPerNumber ? (listed.sharing ?? []) : [],
          ),
        )
  const terms = { ...switches, holdOutSeed: drawn?.columns.holdOutSeed ?? null }
  const { list, hash } = await freezeHouseholds(references, terms, drawn?.arms)
  return {
    isRounded,
    digitallyExcluded,
    snapshot: loaded.month,
    snapshotVersion: loaded.version,
    ...switches,
    waterfall: { ...waterfall, held_out: heldOut, same_number: sameNumber },
    frozenHouseholds: list,
    frozenCount: references.length,
    numberOfRecipients: references.length - (drawn?.arms.heldOut.size ?? 0),
    recipientsHash: hash,
    ...drawn?.columns,
  }
}

async function choosePostage(
  { database, costs }: PlanDependencies,
  organisationId: string,
  { channel_name: channel, postage }: AddCampaignBody['campaign_request'],
) {
  if (channel === 'sms') return null
  return postage ?? database.forOrganisation(organisationId, (tx) => costs.findUsualPostage(tx, organisationId))
}
