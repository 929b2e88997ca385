/** Where letters lie among the files. Every part is made here or was checked by the contract's schema of names. */
import { randomUUID } from 'node:crypto'
import { BENEFIT_NAMES, type BenefitName } from '#contract/campaigns'
import { templateNameSchema } from '#contract/letterTemplates'
import type { CampaignWork } from '../campaigns/service'

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
const UPLOAD = new RegExp(`^uploads/(${UUID})/(${UUID})/([a-z_]+)/([^/]+)$`)

export interface Upload {
  readonly organisationId: string
  /** Random: it names the upload, and the template that it becomes. */
  readonly id: string
  readonly benefit: BenefitName
  readonly fileName: string
}

/** An upload that is about to begin, under an id of its own. */
export const newUpload = (organisationId: string, benefit: BenefitName, fileName: string): Upload => ({
  organisationId,
  id: randomUUID(),
  benefit,
  fileName,
})

/** An upload as the browser names it when it comes back. */
export const uploadKey = ({ organisationId, id, benefit, fileName }: Upload) =>
  `uploads/${organisationId}/${id}/${benefit}/${fileName}`

/** Where it lies until it is accepted: without its name, which may be a person's and is nobody's business but the list's. */
export const uploadedFile = ({ organisationId, id }: Upload) => `uploads/${organisationId}/${id}.docx`

/** What a key that came back from a browser says; undefined when it is not one of ours. */
export function uploadOfKey(key: string): Upload | undefined {
  const [, organisationId = '', id = '', benefitName = '', name] = UPLOAD.exec(key) ?? []
  const benefit = BENEFIT_NAMES.find((known) => known === benefitName)
  const fileName = templateNameSchema.safeParse(name)
  return benefit && fileName.success && fileName.data === name
    ? { organisationId, id, benefit, fileName: name }
    : undefined
}

/** The second document of a name is `letter_2.docx`. */
export const numberedName = (fileName: string, number: number) =>
  number === 1 ? fileName : fileName.replace(/\.docx$/, `_${number}.docx`)

/** Where an accepted template lies. */
export const templateKey = ({ organisationId, id, benefit }: Upload, fileName: string) =>
  `letter-templates/${organisationId}/${id}/${benefit}/${fileName}`

/** A template's PDF, as people look at it. */
export const pdfOfTemplate = (key: string) => key.replace(/\.docx$/, '.pdf')

const campaignFolder = ({ organisationId, campaignId }: CampaignWork) => `letters/${organisationId}/${campaignId}`

/** Where one recipient's letter lies, by its place in the frozen list. */
export const letterKey = (campaign: CampaignWork, position: number) => `${campaignFolder(campaign)}/${position}.pdf`

/** Where a campaign's print pack lies. */
export const packKey = (campaign: CampaignWork) => `${campaignFolder(campaign)}/print-pack.pdf`
