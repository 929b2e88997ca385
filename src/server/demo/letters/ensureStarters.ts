/**
 * Each demo council starts with a text and a letter per benefit, in English and Welsh, checked as uploads are. Their
 * previews were made once, so that a first start needs no LibreOffice.
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

/** A starter's preview. */
export const previewName = ({ benefit, language }: Starter) => `${benefit}.${language}.pdf`

export interface StarterDependencies {
  readonly organisations: Pick<OrganisationService, 'findBySlug'>
  readonly campaigns: Pick<CampaignsService, 'saveSmsTemplate'>
  readonly letters: Pick<LettersService, 'addTemplates' | 'namesOfTemplates'>
  readonly config: { readonly demoData: boolean }
}

/** Adds what is missing; nothing without the demo. */
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
    // Last: a letter proves that its text is there too.
    const letterOfStarter = async (starter: Starter) => ({
      benefit: starter.benefit,
      givenName: starter.fileName,
      bytes: wordDocument(letterOf(starter)),
      pdf: await readFile(join(PREVIEWS, previewName(starter))),
    })
    await letters.addTemplates(organisationId, await Promise.all(missing.map(letterOfStarter)))
  }
}
