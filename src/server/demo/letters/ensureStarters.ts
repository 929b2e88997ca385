/**
 * Policy: each council of the demo starts with a text and a letter for every benefit in English and in Welsh. They are
 * taken by the product's own checks. The letters' previews were made once (`previews`, see makePreviews.ts), so that
 * a first start needs no LibreOffice and does not wait for it.
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { CampaignsService } from '../../modules/campaigns/service'
import type { LettersService } from '../../modules/letters/service'
import type { OrganisationService } from '../../modules/organisations/service'
import { packageRoot } from '../../root'
import { COUNCILS } from '../authorities/councils'
import { letterOf, STARTERS, type Starter } from './starters'
import { wordDocument } from './wordDocument'

export const PREVIEWS = join(packageRoot, 'src/server/demo/letters/previews')

/** The file of a starter's preview. */
export const previewName = ({ benefit, language }: Starter) => `${benefit}.${language}.pdf`

export interface StarterDependencies {
  readonly organisations: Pick<OrganisationService, 'findBySlug'>
  readonly campaigns: Pick<CampaignsService, 'saveSmsTemplate'>
  readonly letters: Pick<LettersService, 'addTemplates' | 'namesOfTemplates'>
  readonly config: { readonly demoData: boolean }
}

/** Adds what the demo's councils do not have yet. Does nothing where the demo is not. */
export async function ensureStarters({
  organisations,
  campaigns,
  letters,
  config,
}: StarterDependencies): Promise<void> {
  if (!config.demoData) return
  for (const { slug } of COUNCILS) {
    const council = await organisations.findBySlug(slug)
    if (!council?.isDemo) continue
    const organisationId = council.id
    const there = await letters.namesOfTemplates(organisationId)
    const missing = STARTERS.filter(({ benefit, fileName }) => !there.has(`${benefit}/${fileName}`))
    if (missing.length === 0) continue
    for (const { smsName, sms } of missing)
      await campaigns.saveSmsTemplate(organisationId, { name: smsName, text: sms })
    // The letters last: one that is there says that its text is there too.
    const letterOfStarter = async (starter: Starter) => ({
      benefit: starter.benefit,
      givenName: starter.fileName,
      bytes: wordDocument(letterOf(starter)),
      pdf: await readFile(join(PREVIEWS, previewName(starter))),
    })
    await letters.addTemplates(organisationId, await Promise.all(missing.map(letterOfStarter)))
  }
}
