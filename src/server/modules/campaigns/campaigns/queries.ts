/** Only the review list, which is audited, has names, numbers and messages. */
import { Readable } from 'node:stream'
import type { z } from 'zod'
import {
  type Campaign,
  type CampaignPhase,
  type CampaignDetail,
  type ListedCampaign,
} from '#contract/campaigns/campaigns'
import {
  RECIPIENT_STATES,
  RECIPIENTS_A_PAGE,
  type getCampaignRecipients,
  type RecipientState,
} from '#contract/campaigns/recipients'
import { unescapeAngleBrackets } from '#contract/sanitise'
import { sentText } from '#contract/campaigns/textMessage'
import { filterRequestSchema } from '#contract/households/filters'
import type { Spending } from '#contract/campaigns/spending'
import { csvLine, type CsvFile } from '../../../lib/csv'
import type { Tx } from '../../../db/engine'
import { conflict } from '../../../http/faults'
import type { Person } from '../../../http/person'
import {
  allowExport,
  purposeInName,
  purposeInWords,
  requireShown,
  type Access,
} from '../../households/need-to-know/service'
import { EXPORT_GOOD_FOR_SECONDS } from '../../platform/files/service'
import { MISSED } from '../recipients/service'
import type { Gone } from '../recipients/repo'
import { compileTexts, personalisationSchema } from '../recipients/template'
import type { Costs } from './costs'
import { columnsTold, EXCLUSION, LANGUAGE } from './eligibility'
import { campaignNotFound } from './lifecycle'
import type { HoldOuts } from './holdOuts'
import { readHeldOut } from './frozenList'
import type { Recheck } from './recheck'
import { asCampaign, asListedCampaign, requireList, standingOf, translationOf, workOf, type Progress } from './present'
import * as repo from './repo'
import type { Starts } from './start'
import { phaseOf } from './states'
import type { CampaignsDependencies } from './service'

type RecipientsQuery = z.output<typeof getCampaignRecipients.query>
type RecipientsReply = z.output<typeof getCampaignRecipients.reply>

type QueryDependencies = Pick<
  CampaignsDependencies,
  'needToKnow' | 'database' | 'audit' | 'files' | 'recipients' | 'letters' | 'letterLooks' | 'notifyAccounts'
> & {
  readonly recheck: Recheck
  readonly holdOuts: HoldOuts
  readonly starts: Starts
  readonly costs: Costs
}

/** Read-only queries of campaigns. */
export function createQueries(deps: QueryDependencies) {
  const { needToKnow, database, audit, files, recipients, notifyAccounts, recheck, holdOuts, starts, costs } = deps
  const withCampaign = <T>(
    person: Person,
    id: number,
    work: (tx: Tx, campaign: repo.CampaignRow) => Promise<T>,
  ): Promise<T> =>
    database.forOrganisation(person.organisationId, async (tx) => {
      const campaign = await repo.findCampaign(tx, id)
      if (!campaign) throw campaignNotFound()
      return work(tx, campaign)
    })

  const requireListShown = async (tx: Tx, own: Access, campaign: repo.CampaignRow) =>
    requireShown(
      own,
      columnsTold(campaign, filterRequestSchema.parse(await repo.filtersOf(tx, campaign.id))),
      'Which households this campaign is for',
    )

  /** Counts only what changes, because the list is polled. */
  async function progressOf(tx: Tx, rows: readonly repo.CampaignRow[]): Promise<(row: repo.CampaignRow) => Progress> {
    const idsIn = (...phases: CampaignPhase[]) =>
      rows.filter((row) => phases.includes(phaseOf(standingOf(row)))).map(({ id }) => id)
    const [making, running] = [idsIn('preparing'), idsIn('sending', 'paused')]
    const mayWait = new Set(idsIn('prepared', 'sending', 'paused'))
    const letters = making.length > 0 ? ((await deps.letters?.made(tx, making)) ?? []) : []
    const messages = running.length > 0 ? await recipients.sentAndDelivered(tx, running) : []
    const waiting = new Map<number, Date | null>()
    for (const row of rows) if (mayWait.has(row.id)) waiting.set(row.id, await starts.startsAt(tx, row))
    return ({ id }) => ({
      sent: 0,
      delivered: 0,
      ...messages.find(({ campaignId }) => campaignId === id),
      startsAt: waiting.get(id) ?? null,
      made: letters.find(({ campaignId }) => campaignId === id)?.made ?? 0,
    })
  }

  async function lettersOf(tx: Tx, campaign: repo.CampaignRow): Promise<string[]> {
    const { organisationId, letterTemplateKey, translationLetterKey } = campaign
    const keys = [letterTemplateKey, translationLetterKey].flatMap((key) => key ?? [])
    const addresses: string[] = []
    for (const key of keys) {
      const address = await deps.letters?.preview(tx, organisationId, key)
      if (address) addresses.push(address)
    }
    return addresses
  }

  return {
    list: async (person: Person): Promise<ListedCampaign[]> => {
      return database.forOrganisation(person.organisationId, async (tx) => {
        const rows = await repo.listCampaigns(tx, person.organisationId)
        const progress = await progressOf(tx, rows)
        return rows.map((row) => asListedCampaign(row, progress(row)))
      })
    },

    within: repo.campaignsIn,

    spending: ({ organisationId }: Person): Promise<Spending> =>
      database.forOrganisation(organisationId, (tx) => costs.spending(tx, organisationId)),

    /** @throws Fault 404, also for another organisation's */
    find: (person: Person, id: number): Promise<Campaign> =>
      withCampaign(person, id, async (_tx, campaign) => asCampaign(campaign)),

    async detail(person: Person, id: number): Promise<CampaignDetail> {
      const isWaiting = (campaign: repo.CampaignRow) =>
        phaseOf(standingOf(campaign)) === 'prepared' && campaign.reviewedAt !== null
      const waits = await withCampaign(person, id, async (_tx, campaign) => isWaiting(campaign))
      const own = await needToKnow.of(person)
      const claiming = waits ? await recheck.claimingNow(person.organisationId, id) : undefined
      return withCampaign(person, id, async (tx, campaign) => {
        const countOf = await recipients.counts(tx, id)
        const gone = claiming && isWaiting(campaign) ? await recheck.gone(tx, campaign, claiming) : undefined
        const isPrepared = phaseOf(standingOf(campaign)) === 'prepared'
        const often = isPrepared
          ? byReason(await recipients.oftenContacted(tx, campaign), await readHeldOut(tx, id))
          : []
        const removals = gone ? byReason(gone, await readHeldOut(tx, id)) : await recipients.removedByReason(tx, id)
        return {
          ...asListedCampaign(campaign, (await progressOf(tx, [campaign]))(campaign)),
          problem: campaign.problem,
          // Has an entry for every state.
          recipients: Object.fromEntries(RECIPIENT_STATES.map((state) => [state, countOf(state)])) as Record<
            RecipientState,
            number
          >,
          recipients_hash: campaign.recipientsHash,
          removed_since_review: removals.reduce((sum, { households }) => sum + households, 0),
          removals,
          often_contacted_count: often[0]?.households ?? 0,
          web_alone_count: own.hidden.has(EXCLUSION) ? 0 : campaign.webAloneCount,
          hold_out: holdOuts.present(campaign),
          lawful_basis: campaign.lawfulBasis,
          translation: translationOf(campaign, own.hidden.has(LANGUAGE)),
          texts: [campaign.message, campaign.translationMessage].flatMap((text) => text ?? []),
          letters: isPrepared ? await lettersOf(tx, campaign) : [],
          link_id: campaign.linkId,
          linked: await repo.linkedCampaigns(tx, campaign),
          missed_count:
            campaign.status === 'Complete' && campaign.clearedAt === null
              ? MISSED.reduce((sum, state) => sum + countOf(state), 0)
              : 0,
          ...(await costs.of(tx, campaign, [...(gone?.keys() ?? [])])),
          replies: await recipients.repliesTo(tx, id),
          letter_looks: campaign.channel === 'sms' ? null : ((await deps.letterLooks?.(tx, id)) ?? null),
        }
      })
    },

    /** @throws Fault 404; 409 where the list reveals what is hidden from the role */
    async recipients(person: Person, { campaign_id: id, state, page }: RecipientsQuery): Promise<RecipientsReply> {
      const own = await needToKnow.of(person)
      return withCampaign(person, id, async (tx, campaign) => {
        await requireListShown(tx, own, campaign)
        const offset = (page - 1) * RECIPIENTS_A_PAGE
        const { total, rows } = await recipients.list(tx, id, { state, offset, limit: RECIPIENTS_A_PAGE })
        return {
          total,
          recipients: rows.map((row) => ({
            household_reference: row.householdReference,
            state: row.state,
            reason: row.reason,
            updated_at: row.updatedAt.toISOString(),
          })),
        }
      })
    },

    /** @throws Fault 409 while being prepared, or once personal data is cleared */
    async reviewList(person: Person, id: number): Promise<CsvFile> {
      const campaign = await withCampaign(person, id, async (tx, found) => {
        requireList(found)
        if (found.clearedAt !== null)
          throw conflict('The details of the households of this campaign have been cleared.', 'cleared')
        await audit.recordIn(tx, person, 'export', `review list of campaign ${id}`, found.frozenCount)
        return found
      })
      return { name: `campaign-${id}-review.csv`, stream: Readable.from(reviewLines(campaign)) }
    },

    /**
     * Stores a CSV of references, replacing an earlier one.
     * @returns an address, valid for five minutes
     * @throws Fault 404; 409 for Pension Credit, which has a report, or while being prepared
     */
    async exportReferences(person: Person, id: number, wanted: string | undefined): Promise<string> {
      const { organisationId } = person
      const own = await needToKnow.of(person)
      const purpose = allowExport(own, wanted)
      const campaign = await database.forOrganisation(organisationId, async (tx) => {
        const found = await repo.findCampaign(tx, id)
        if (!found) throw campaignNotFound()
        if (found.benefitName === 'pension_credit') {
          throw conflict('This is a pension credit campaign: export its summary instead.', 'has_summary')
        }
        requireList(found)
        await requireListShown(tx, own, found)
        const subject = `household references of campaign ${id}${purposeInWords(purpose)}`
        await audit.recordIn(tx, person, 'export', subject, found.preparedCount)
        return found
      })
      const name = `campaign-${id}-household-references${purposeInName(purpose)}.csv`
      const key = `exports/${organisationId}/${name}`
      await files.put(key, Readable.from(referenceLines(campaign)), 'text/csv; charset=utf-8')
      return files.getUrl(key, { expiresInSeconds: EXPORT_GOOD_FOR_SECONDS, downloadName: name })
    },
  }

  async function* referenceLines(campaign: repo.CampaignRow): AsyncGenerator<Buffer> {
    yield Buffer.from(csvLine(['household_reference', 'status']))
    for await (const rows of recipients.named(workOf(campaign))) {
      yield Buffer.from(rows.map((row) => csvLine([row.householdReference, row.state.replaceAll('_', ' ')])).join(''))
    }
  }

  async function* reviewLines(campaign: repo.CampaignRow): AsyncGenerator<string> {
    const textOf = compileTexts(campaign)
    yield csvLine([
      'campaign',
      'household_reference',
      'status',
      'reason',
      ...(textOf ? ['mobile', 'message'] : ['details']),
    ])
    const name = unescapeAngleBrackets(campaign.name)
    const serviceName = await notifyAccounts?.serviceName(campaign.organisationId)
    for await (const rows of recipients.known(workOf(campaign))) {
      yield rows
        .map((row) => {
          const values = row.personalisation === null ? undefined : personalisationSchema.parse(row.personalisation)
          const content = textOf
            ? [row.destination ?? '', values ? sentText(textOf(values).fill(values), serviceName).text : '']
            : [Object.values(values ?? {}).join(', ')]
          return csvLine([name, row.householdReference, row.state.replaceAll('_', ' '), row.reason ?? '', ...content])
        })
        .join('')
    }
  }
}

function byReason(gone: Gone, heldOut: readonly string[]): { reason: string; households: number }[] {
  const counts = new Map<string, number>()
  const fromList = new Map(gone)
  for (const reference of heldOut) fromList.delete(reference)
  for (const reason of fromList.values()) counts.set(reason, (counts.get(reason) ?? 0) + 1)
  return [...counts]
    .map(([reason, households]) => ({ reason, households }))
    .toSorted((a, b) => b.households - a.households || a.reason.localeCompare(b.reason))
}
