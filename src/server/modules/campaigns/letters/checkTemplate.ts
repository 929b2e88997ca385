import type { Readable } from 'node:stream'
import { EXAMPLE_NAMES } from '#contract/campaigns/exampleHouseholds'
import type { NamedBenefit } from '#contract/campaigns/namedBenefits'
import type { LetterZone } from '#contract/campaigns/letterZones'
import type { Placeholder } from '#contract/campaigns/placeholders'
import type { LetterRefusal } from '#contract/fault'
import { makePdfPath } from '../../../clients/libreOffice'
import { Fault } from '../../../http/faults'
import type { PlaceholderValues } from '../recipients/template'
import type { LetterMark } from './documents/messages'
import { LimitPassed, type DocumentSession } from './documents/session'
import { fillSamples, readPreviews, type Previews } from './previews'
import type { PrintedPlace } from './pdf/examinePdf'
import type { FoundFault, LetterFault } from './pdf/letterFaults'
import { findReplacedFonts } from './word/fonts'
import { documentDamaged, type DocumentFault } from './word/refusal'
import { describeFoundFault, NO_ADDRESS } from './words'

const ADDRESS: readonly Placeholder[] = ['address_line_1', 'postcode']

export interface CheckedTemplate {
  readonly placeholders: readonly Placeholder[]
  readonly digest: string
  /** Years; null where unknown. */
  readonly readingAge: number | null
  readonly isWebAlone: boolean
  readonly namedBenefits: NamedBenefit[]
  /** Fonts missing in print; none where nothing was printed. */
  readonly replacedFonts: string[]
  readonly document: () => Promise<Readable>
  readonly previews: Previews | undefined
}

const UPLOADED = 'upload.docx'
const CHECKED = 'template.docx'
const TYPICAL = 'typical.docx'
const TYPICAL_PDF = makePdfPath(TYPICAL)

/**
 * @param common the organisation's values for every household
 * @param mark printed at the end
 * @param preview default: made by LibreOffice, where installed
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
  const document = async () => {
    const stream = await session.stream(CHECKED)
    if (!stream) throw new Error('The document that was checked is gone.')
    return stream
  }
  const isAddressed = ADDRESS.every((name) => checked.placeholders.includes(name))
  const faults = [...checked.faults, ...(isAddressed ? [] : [NOT_ADDRESSED])]
  if (preview || !canConvert) {
    if (faults.length > 0)
      throw letterRefused(
        faults.map(({ words, code }) => ({ words, code, line: null })),
        [],
      )
    return { ...checked, document, replacedFonts: [], previews: preview && { typical: preview } }
  }
  const { printed, previews } = await tryOut(session, faults, isAddressed)
  return { ...checked, document, replacedFonts: findReplacedFonts(checked.fonts, printed), previews }
}

const NOT_ADDRESSED: DocumentFault = { words: NO_ADDRESS, code: 'not_a_template' }

async function tryOut(
  session: DocumentSession,
  faults: readonly DocumentFault[],
  isAddressed: boolean,
): Promise<{ readonly printed: readonly string[]; readonly previews: Previews }> {
  if (faults.length > 0) throw await refuseWithPictures(session, faults, isAddressed)
  await session.convert(EXAMPLE_NAMES.map((sample) => `${sample}.docx`))
  const printed = await session.ask('examinePdf', { pdf: TYPICAL_PDF, marks: [] })
  if (!printed.isReadable) throw documentDamaged()
  if (printed.faults.length > 0) throw await drawRefusal(session, printed.faults.map(asShown))
  const previews = await readPreviews(session, (name) => `${name}.docx`)
  if (!previews) throw documentDamaged()
  return { printed: printed.fonts, previews }
}

async function refuseWithPictures(
  session: DocumentSession,
  faults: readonly DocumentFault[],
  isAddressed: boolean,
): Promise<Fault> {
  const marks = faults.map(({ mark }) => mark ?? '')
  const printed = await session
    .convert([TYPICAL])
    .then(() => session.ask('examinePdf', { pdf: TYPICAL_PDF, marks }))
    .catch((error: unknown) => {
      // Without print, known faults suffice.
      if (error instanceof LimitPassed) return undefined
      throw error
    })
  const known = faults.map(({ words, code }, index) => ({ words, code, ...splitPlace(printed?.marks[index] ?? null) }))
  if (!printed?.isReadable) return letterRefused(known, [])
  const isLost = faults.some(({ isContentLost }) => isContentLost)
  const inPrint = printed.faults.filter(({ fault }) => {
    if (fault === 'brackets') return false
    return isLost ? false : isAddressed || !ABOUT_ADDRESS.includes(fault)
  })
  return drawRefusal(session, [...known, ...inPrint.map(asShown)])
}

const ABOUT_ADDRESS: readonly LetterFault[] = ['no_address', 'address_lines', 'no_postcode']

interface ShownFault extends Pick<DocumentFault, 'words' | 'code'> {
  readonly line: string | null
  readonly at?: { readonly page: number; readonly place: LetterZone } | undefined
}

const asShown = (found: FoundFault): ShownFault => {
  const { page, place, line } = found
  return { words: describeFoundFault(found), code: 'not_a_template', line, at: place ? { page, place } : undefined }
}

const splitPlace = (printed: PrintedPlace | null): Pick<ShownFault, 'line' | 'at'> => ({
  line: printed?.line ?? null,
  at: printed ?? undefined,
})

/** More pages say nothing new. */
const MOST_PICTURES = 3

async function drawRefusal(session: DocumentSession, faults: readonly ShownFault[]): Promise<Fault> {
  const places = faults.flatMap(({ at }, index) => (at ? [{ number: index + 1, page: at.page, place: at.place }] : []))
  const pages = [...new Set(places.map(({ page }) => page))]
    .toSorted((one, other) => one - other)
    .slice(0, MOST_PICTURES)
    .map((page) => ({ page, into: `page-${page}.png` }))
  if (pages.length > 0) await session.ask('drawFaults', { pdf: TYPICAL_PDF, pages, places })
  const pictures = await Promise.all(
    pages.map(async ({ page, into }) => ({
      page: page + 1,
      picture: `data:image/png;base64,${(await session.read(into))?.toString('base64') ?? ''}`,
    })),
  )
  return letterRefused(faults, pictures)
}

function letterRefused(faults: readonly ShownFault[], pages: LetterRefusal['pages']): Fault {
  const [first] = faults
  const numbered = faults.map(({ words }, index) => `${index + 1}. ${words}`)
  const detail =
    faults.length === 1
      ? (first?.words ?? '')
      : `The letter has ${faults.length} faults. Mend them all, then upload it again. ${numbered.join(' ')}`
  return new Fault(422, first?.code ?? 'not_a_template', detail, undefined, {
    faults: faults.map(({ words, line }) => ({ words, line })),
    pages,
  })
}
