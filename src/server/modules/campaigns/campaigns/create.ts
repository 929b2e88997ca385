import { z } from 'zod'
import { benefitNameSchema, type BenefitName } from '#contract/households/benefits'
import { addCampaign, channelSchema, type Channel, type countEligibleHouseholds } from '#contract/campaigns/campaigns'
import { EXAMPLE_HOUSEHOLDS } from '#contract/campaigns/exampleHouseholds'
import { fillTemplate, templateParts } from '#contract/campaigns/placeholders'
import { inBothLanguages, type Language } from '#contract/campaigns/languages'
import { isWebAlone } from '#contract/campaigns/plainEnglish'
import { recordsDay } from '#contract/recordsDay'
import { badRequest, Fault, invalidInput, notFound } from '../../../http/faults'
import type { Person } from '../../../http/person'
import { isContactHidden } from '../../households/need-to-know/groups'
import { erasedOf, withoutErased } from '../../platform/erasure-ledger/service'
import { nameOfPerson } from '../../organisations/people/service'
import { readReachableFacts, type ReachableFacts } from '../recipients/reachable'
import { compileTemplate, type PlaceholderValues } from '../recipients/template'
import type { Costs } from './costs'
import { EXCLUSION, type Eligibility } from './eligibility'
import { commonValues, requireSettings } from './commonValues'
import type { HoldOuts } from './holdOuts'
import { PREPARE_CAMPAIGN } from './jobs'
import { basisInWords, basisOfNew } from './lawfulBasis'
import { freezeHouseholds } from './frozenList'
import { asCampaign, subjectOf } from './present'
import * as repo from './repo'
import type { CampaignsDependencies } from './service'
import { checkText } from '../templates/texts'

type CountBody = z.output<typeof countEligibleHouseholds.body>
type CountReply = z.output<typeof countEligibleHouseholds.reply>
type AddBody = z.output<typeof addCampaign.body>

type CreateDependencies = Pick<
  CampaignsDependencies,
  | 'database'
  | 'queue'
  | 'audit'
  | 'needToKnow'
  | 'idempotency'
  | 'snapshots'
  | 'letters'
  | 'texts'
  | 'organisations'
  | 'notifyAccounts'
  | 'genuinePage'
> & {
  readonly eligibility: Eligibility
  readonly holdOuts: HoldOuts
  readonly costs: Costs
  readonly now: () => Date
}

/** Counts eligible households, and submits campaigns for review. */
export function createCampaigns(deps: CreateDependencies) {
  const { database, snapshots, eligibility } = deps

  return {
    /**
     * Fills a text template for an invented household.
     * @param translationId of a translation sent with it as one text
     * @throws Fault 422
     */
    async exampleText(
      organisationId: string,
      benefitName: BenefitName,
      templateId: number,
      translationId?: number,
    ): Promise<string> {
      const common = await commonValues(deps, { organisationId, benefitName })
      const first = await smsTemplate(organisationId, templateId, common, 'sms_template_id')
      const template =
        translationId === undefined
          ? first.template
          : bothOf(first, await smsTemplate(organisationId, translationId, common, 'translation_id'), 'translation_id')
      return fillTemplate(templateParts(template), { ...common, ...EXAMPLE_HOUSEHOLDS.typical })
    },

    /** @throws Fault 400, 404 or 422 */
    async count(person: Person, body: CountBody): Promise<CountReply> {
      const { snapshot, ...details } = requireDetails(body)
      const { new_campaign_details: _details, ...request } = body
      let facts: ReachableFacts | undefined
      const loaded = await snapshots.at(person.organisationId, snapshot, async (tx) => {
        facts = await readReachableFacts(database, person.organisationId, tx)
      })
      facts ??= await readReachableFacts(database, person.organisationId)
      const access = await deps.needToKnow.of(person)
      const target = { ...details, request, access }
      const counted = await eligibility.count(loaded, person.organisationId, target, facts)
      const { waterfall, filters, unclaimed } = counted
      await deps.needToKnow.looked(person, loaded, filters, waterfall.matching_filters)
      return {
        eligible_household_count: waterfall.not_contacted_recently,
        waterfall,
        by_letter_count: counted.byLetter,
        held_out_count: counted.heldOut,
        often_contacted_count: isContactHidden(access.hidden) ? 0 : counted.oftenContacted,
        digitally_excluded_count: access.hidden.has(EXCLUSION) ? null : counted.digitallyExcluded,
        by_channel: counted.byChannel,
        by_language: counted.byLanguage,
        with_amount_count: counted.withAmount,
        unclaimed: unclaimed && { ...unclaimed, basis: loaded.basis },
      }
    },

    /** Once per Idempotency-Key. @throws Fault 404 or 422 */
    async add(person: Person, body: AddBody, key: string) {
      // A repeated call must not fail on later changes.
      const planned = await plan(person, body, key).then(
        (campaign) => ({ campaign }),
        (fault: unknown) => ({ fault }),
      )
      return deps.idempotency.once({ person, endpoint: addCampaign, key, body }, async (tx) => {
        if ('fault' in planned) throw planned.fault
        const createdBy = await nameOfPerson(tx, person.userId, person.email)
        const lawfulBasis = await basisOfNew(tx, person.organisationId, body.campaign_request.lawful_basis)
        const made = { ...planned.campaign, lawfulBasis, createdBy, createdAt: deps.now() }
        const campaign = await repo.insertCampaign(tx, made)
        const { id: campaignId, organisationId } = campaign
        await deps.queue.send(tx, PREPARE_CAMPAIGN, { campaignId, organisationId })
        await deps.audit.recordIn(
          tx,
          person,
          'campaign',
          `${subjectOf(campaign)}${basisInWords(lawfulBasis)}`,
          campaign.frozenCount,
        )
        return [asCampaign(campaign)]
      })
    },
  }

  async function plan(
    person: Person,
    body: AddBody,
    key: string,
  ): Promise<Omit<repo.NewCampaign, 'createdBy' | 'lawfulBasis'>> {
    const { organisationId } = person
    const { campaign_request: wanted, ...request } = body
    const { benefit_name: benefit, channel_name: channel, stagger, hold_out_percentage: percentage } = wanted
    const whom = whomOf(wanted, channel)
    const common = await commonValues(deps, { organisationId, benefitName: benefit })
    const text = channel === 'sms' ? await smsTemplate(organisationId, wanted.sms_template_id, common) : null
    const letter =
      channel === 'print_and_post' ? await letterTemplate(organisationId, wanted.template_s3_key, common) : null
    const {
      message = text?.template ?? null,
      isOtherWebAlone = false,
      ...translation
    } = await translationOf(organisationId, wanted.translation, common, text ?? letter)
    const postage =
      channel === 'sms'
        ? null
        : (wanted.postage ??
          (await database.forOrganisation(organisationId, (tx) => deps.costs.usualPostage(tx, organisationId))))
    const loaded = await snapshots.at(organisationId, wanted.snapshot)
    const { references, waterfall, heldOut, digitallyExcluded } = await eligibility.list(loaded, organisationId, {
      benefit,
      channel,
      stagger,
      ...whom,
      request,
      access: await deps.needToKnow.of(person),
    })
    if (references.length === 0) {
      throw new Fault(
        422,
        'no_households',
        'No households are eligible for this campaign. Change its filters or its channel.',
      )
    }
    const drawn =
      percentage === 0
        ? undefined
        : await deps.holdOuts.draw(await eligibility.drawable(loaded, benefit, references), percentage)
    // A household may have been erased since the draft was made.
    const { has } = await database.forOrganisation(organisationId, (tx) => erasedOf(tx, organisationId))
    const { list, hash } = await freezeHouseholds(
      references,
      drawn && { heldOut: drawn.heldOut, seed: drawn.columns.holdOutSeed },
    )
    return {
      organisationId,
      name: wanted.campaign_name,
      benefitName: benefit,
      channel,
      snapshot: loaded.month,
      snapshotVersion: loaded.version,
      stagger,
      filters: withoutErased(request, has),
      waterfall: { ...waterfall, held_out: heldOut },
      ...whom,
      linkId: wanted.link_id ?? z.uuid().safeParse(key).data ?? crypto.randomUUID(),
      smsTemplateId: channel === 'sms' ? wanted.sms_template_id : null,
      message,
      letterTemplateKey: letter?.key ?? null,
      ...translation,
      webAloneCount:
        isOtherWebAlone || (message === null ? letter?.isWebAlone : isWebAlone(message)) ? digitallyExcluded : 0,
      postage,
      createdById: person.userId,
      frozenHouseholds: list,
      frozenCount: references.length,
      numberOfRecipients: references.length - (drawn?.heldOut.size ?? 0),
      recipientsHash: hash,
      ...drawn?.columns,
    }
  }

  async function smsTemplate(
    organisationId: string,
    id: number | null,
    common: Partial<PlaceholderValues>,
    field = 'campaign_request.sms_template_id',
  ) {
    const found = id === null ? undefined : await deps.texts.find(organisationId, id)
    if (!found) throw invalidInput({ [field]: 'Please choose a template' })
    const { placeholders } = compileTemplate(found.template)
    requireSettings(field, placeholders, common)
    return found
  }

  async function letterTemplate(
    organisationId: string,
    key: string | null,
    common: Partial<PlaceholderValues>,
    field = 'campaign_request.template_s3_key',
  ) {
    const found = key === null ? undefined : await deps.letters?.find(organisationId, key)
    if (key === null || !found?.isOffered) throw invalidInput({ [field]: 'Please choose a template' })
    requireSettings(field, found.placeholders, common)
    return { key, isWebAlone: found.isWebAlone, language: found.language }
  }

  /** `message` is both texts where everybody gets both. */
  async function translationOf(
    organisationId: string,
    wanted: AddBody['campaign_request']['translation'],
    common: Partial<PlaceholderValues>,
    first: FirstMessage | null,
  ): Promise<
    Pick<repo.NewCampaign, 'translationLanguage' | 'translationMessage' | 'translationLetterKey'> & {
      message?: string
      isOtherWebAlone?: boolean
    }
  > {
    if (!wanted || !first) return {}
    const field = 'campaign_request.translation'
    const isForAll = wanted.translated_for === 'everybody'
    if ('template' in first) {
      const other = await smsTemplate(organisationId, wanted.sms_template_id, common, field)
      requireOther(first.language, other.language, field)
      return {
        translationLanguage: other.language,
        ...(isForAll
          ? { message: bothOf(first, other, field) }
          : { translationMessage: other.template, isOtherWebAlone: isWebAlone(other.template) }),
      }
    }
    if (isForAll) {
      throw invalidInput({ [field]: 'A letter in both languages is one Word document: choose it as the letter.' })
    }
    const other = await letterTemplate(organisationId, wanted.template_s3_key, common, field)
    requireOther(first.language, other.language, field)
    return {
      translationLanguage: other.language,
      translationLetterKey: other.key,
      isOtherWebAlone: other.isWebAlone,
    }
  }
}

type TextTemplate = Parameters<typeof inBothLanguages>[0]
type FirstMessage = TextTemplate | { readonly language: Language | null }

function requireOther(first: Language | null, other: Language | null, field: string): void {
  if (other === null || other === first) throw invalidInput({ [field]: 'Choose a template in another language.' })
}

/** Joins two templates. @throws Fault 422 where the text would be too long, or both are in one language */
function bothOf(first: TextTemplate, other: TextTemplate, field: string): string {
  requireOther(first.language, other.language, field)
  return checkText(inBothLanguages(first, other), field)
}

function requireDetails({ new_campaign_details: details = {} }: CountBody) {
  const { campaign_name: name, benefit_name: benefit, channel_name: channel, snapshot, stagger = 0 } = details
  if (!name?.trim() || !benefit?.trim() || !channel?.trim() || !snapshot?.trim())
    throw badRequest('Missing required fields', 'missing_fields')
  const benefitName = benefitNameSchema.safeParse(benefit)
  const channelName = channelSchema.safeParse(channel)
  const fields: Record<string, string> = {}
  if (!benefitName.success) fields['new_campaign_details.benefit_name'] = 'There is no campaign type of this name.'
  if (!channelName.success) fields['new_campaign_details.channel_name'] = 'There is no channel of this name.'
  if (!benefitName.success || !channelName.success) throw invalidInput(fields)
  if (!recordsDay.safeParse(snapshot).success) throw notFound('There is no snapshot of that month.')
  const whom = whomOf(details, channelName.data)
  return { benefit: benefitName.data, channel: channelName.data, snapshot, stagger, ...whom }
}

/** Letters to everybody need no switch. */
function whomOf(
  wanted: { readonly without_mobile?: boolean | undefined; readonly excluded_by_letter?: boolean | undefined },
  channel: Channel,
) {
  const withoutMobile = wanted.without_mobile === true && channel === 'print_and_post'
  const excludedByLetter = wanted.excluded_by_letter === true && (channel === 'sms' || withoutMobile)
  return { withoutMobile, excludedByLetter }
}
