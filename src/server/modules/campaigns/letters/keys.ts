/** Storage keys; each part is generated here or checked by the contract. */
import type { ExampleName } from '#contract/campaigns/exampleHouseholds'
import { randomUUID } from 'node:crypto'
import { BENEFIT_NAMES, type BenefitName } from '#contract/households/benefits'
import { letterFileNameSchema } from '#contract/campaigns/letters'
import type { CampaignWork } from '../campaigns/jobs'

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
const UPLOAD = new RegExp(`^uploads/(${UUID})/(${UUID})/([a-z_]+)/([^/]+)$`)

export interface LetterUpload {
  readonly organisationId: string
  /** Becomes the template's id. */
  readonly id: string
  readonly benefit: BenefitName
  readonly fileName: string
}

/** With a new id. */
export const newUpload = (organisationId: string, benefit: BenefitName, fileName: string): LetterUpload => ({
  organisationId,
  id: randomUUID(),
  benefit,
  fileName,
})

/** The browser gets it and sends it back. */
export const uploadKey = ({ organisationId, id, benefit, fileName }: LetterUpload) =>
  `uploads/${organisationId}/${id}/${benefit}/${fileName}`

/** Without the file's name, which may be a person's. */
export const uploadedFile = ({ organisationId, id }: LetterUpload) => `uploads/${organisationId}/${id}.docx`

/** Undefined when not ours. */
export function parseUploadKey(key: string): LetterUpload | undefined {
  const [, organisationId = '', id = '', benefitName = '', name] = UPLOAD.exec(key) ?? []
  const benefit = BENEFIT_NAMES.find((known) => known === benefitName)
  const fileName = letterFileNameSchema.safeParse(name)
  return benefit && fileName.success && fileName.data === name
    ? { organisationId, id, benefit, fileName: name }
    : undefined
}

/** As in `letter_2.docx`. */
export const numberFileName = (fileName: string, number: number) =>
  number === 1 ? fileName : fileName.replace(/\.docx$/, `_${number}.docx`)

/** An accepted template. */
export const templateKey = ({ organisationId, id, benefit }: LetterUpload, fileName: string) =>
  `letter-templates/${organisationId}/${id}/${benefit}/${fileName}`

/** A template's preview. */
export const previewKey = (key: string, sample: ExampleName = 'typical') =>
  key.replace(/\.docx$/, sample === 'typical' ? '.pdf' : `.${sample}.pdf`)

const campaignFolder = ({ organisationId, campaignId }: CampaignWork) => `letters/${organisationId}/${campaignId}`

/** By position in the frozen list. */
export const letterKey = (campaign: CampaignWork, position: number) => `${campaignFolder(campaign)}/${position}.pdf`

/** A campaign's print pack. */
export const packKey = (campaign: CampaignWork) => `${campaignFolder(campaign)}/print-pack.pdf`
