import type { Readable } from 'node:stream'
import { EXAMPLE_NAMES } from '#contract/campaigns/exampleHouseholds'
import type { NamedBenefit } from '#contract/campaigns/namedBenefits'
import type { Placeholder } from '#contract/campaigns/placeholders'
import { pdfOf } from '../../../clients/libreOffice'
import type { PlaceholderValues } from '../recipients/template'
import type { LetterMark } from './documents/messages'
import type { DocumentSession } from './documents/session'
import { fillSamples, readPreviews, type Previews } from './previews'
import { documentDamaged, documentRefused } from './word/refusal'
import { NO_ADDRESS, TEMPLATE_FAULTS } from './words'

const ADDRESS: readonly Placeholder[] = ['address_line_1', 'postcode']

export interface CheckedTemplate {
  readonly placeholders: readonly Placeholder[]
  readonly digest: string
  /** Years; null where unknown. */
  readonly readingAge: number | null
  /** It gives a web address but no telephone number. */
  readonly isWebAlone: boolean
  readonly namedBenefits: NamedBenefit[]
  readonly document: () => Promise<Readable>
  readonly previews: Previews | undefined
}

const UPLOADED = 'upload.docx'
const CHECKED = 'template.docx'

/**
 * @param common the organisation's values for every household
 * @param mark printed at the end of its letters
 * @param preview made by LibreOffice, where installed, if not given
 * @throws Fault 422 with why it is no letter template
 */
export async function checkTemplate(
  session: DocumentSession,
  content: Readable | Buffer,
  {
    canConvert,
    common,
    mark,
    preview,
  }: { canConvert: boolean; common: Partial<PlaceholderValues>; mark?: LetterMark; preview?: Buffer | undefined },
): Promise<CheckedTemplate> {
  await session.add(UPLOADED, content)
  const checked = await session.ask('check', {
    upload: UPLOADED,
    into: CHECKED,
    samples: fillSamples(common).map(({ name, values }) => ({ into: `${name}.docx`, values })),
    mark,
  })
  if (!ADDRESS.every((name) => checked.placeholders.includes(name))) throw documentRefused(NO_ADDRESS)
  const document = async () => {
    const stream = await session.stream(CHECKED)
    if (!stream) throw new Error('The document that was checked is gone.')
    return stream
  }
  const made = preview ? { typical: preview } : canConvert ? await tryOut(session) : undefined
  return { ...checked, document, previews: made }
}

async function tryOut(session: DocumentSession): Promise<Previews> {
  const samples = EXAMPLE_NAMES.map((name) => `${name}.docx`)
  await session.convert(samples)
  const [verdict] = await session.ask('checkPdfs', { pdfs: [pdfOf('typical.docx')] })
  const fault = verdict?.fault ?? null
  if (fault === 'missing' || fault === 'unreadable') throw documentDamaged()
  if (fault) throw documentRefused(TEMPLATE_FAULTS[fault])
  const previews = await readPreviews(session, (name) => `${name}.docx`)
  if (!previews) throw documentDamaged()
  return previews
}
