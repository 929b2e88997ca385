import { findCampaign, hasLetter } from '../campaigns/repo'
import { recordFewListed } from '../campaigns/fewListed'
import type { CampaignWork } from '../campaigns/jobs'
import { requireListShown } from '../campaigns/listShown'
import { campaignNotFound } from '../campaigns/moves'
import type { LettersForCampaigns } from '../campaigns/dependencies'
import { conflict } from '../../../http/faults'
import type { Person } from '../../../http/person'
import type { NeedToKnowService } from '../../households/need-to-know/service'
import type { AuditService } from '../../organisations/audit/service'
import type { PrepareDependencies } from './dependencies'
import { packKey } from './keys'
import { prepareLetters } from './prepare'
import { isOwnUpload, signPreview } from './previews'
import * as repo from './repo'
import { findOrMakeLetter } from './storedLetters'
import { parsePlaceholders } from './templates'

const PACK_SECONDS = 5 * 60

export interface CampaignLetters extends LettersForCampaigns {
  /** Always the same bytes, also after a crash. @throws Error when there is none */
  pdf(campaign: CampaignWork, householdReference: string): Promise<Buffer>
  /**
   * Valid for five minutes.
   * @throws Fault 404 for an unknown campaign; 409 for a text campaign, one still being prepared or cleared, or where
   * its list reveals what is hidden from the role
   */
  printPack(person: Person, campaignId: number): Promise<{ url: string }>
}

export interface CampaignLettersDependencies extends PrepareDependencies {
  readonly audit: AuditService
  readonly needToKnow: Pick<NeedToKnowService, 'of'>
}

/** The letters of campaigns. */
export function createCampaignLetters(deps: CampaignLettersDependencies): CampaignLetters {
  const { database, files, audit, needToKnow } = deps
  return {
    async find(organisationId, key) {
      return database.forOrganisation(organisationId, async (tx) => {
        const row = await repo.findTemplate(tx, organisationId, key)
        if (!row) return undefined
        const isTaken = row.state === 'of_campaign' && (await hasLetter(tx, organisationId, key))
        return {
          placeholders: parsePlaceholders(row),
          isOfferedTo: (userId) => row.state === 'in_use' || (isOwnUpload(row, userId) && !isTaken),
          isWebAlone: row.isWebAlone,
          benefitName: row.benefitName,
          namedBenefits: row.namedBenefits,
          language: row.language,
        }
      })
    },
    async preview(tx, organisationId, key) {
      const row = await repo.findTemplate(tx, organisationId, key)
      return row?.hasPdf ? signPreview(files, row.key) : undefined
    },
    made: repo.countMadeLetters,
    prepare: (campaign, isOver) => prepareLetters(deps, campaign, isOver),
    pdf: (campaign, householdReference) => findOrMakeLetter(deps, campaign, householdReference),

    async printPack(person, campaignId) {
      const { organisationId } = person
      const own = await needToKnow.of(person)
      await database.forOrganisation(organisationId, async (tx) => {
        const campaign = await findCampaign(tx, campaignId)
        if (!campaign) throw campaignNotFound()
        await requireListShown(tx, own, campaign)
        const letters = readyLetters(campaign, await repo.findPack(tx, campaignId))
        await audit.recordIn(tx, person, 'export', `print pack of campaign ${campaignId}`, letters)
        await recordFewListed(tx, person, campaignId)
      })
      const url = await files.getUrl(packKey({ campaignId, organisationId }), {
        expiresInSeconds: PACK_SECONDS,
        downloadName: `campaign-${campaignId}-letters.pdf`,
      })
      return { url }
    },
  }
}

function readyLetters(
  campaign: NonNullable<Awaited<ReturnType<typeof findCampaign>>>,
  pack: Awaited<ReturnType<typeof repo.findPack>>,
): number {
  if (campaign.channel !== 'print_and_post')
    throw conflict('This campaign sends text messages: it has no letters.', 'no_letters')
  if (campaign.clearedAt !== null)
    throw conflict('The letters of this campaign have been removed with the details of its households.', 'cleared')
  if (campaign.preparedAt === null || !pack?.madeAt)
    throw conflict('This campaign is still being prepared. Try again when its letters are ready.', 'campaign_state')
  if (pack.letters === 0)
    throw conflict('None of the households of this campaign can be contacted: it has no letters.', 'no_letters')
  return pack.letters
}
