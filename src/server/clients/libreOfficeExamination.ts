import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { zipSync, strToU8 } from 'fflate'
import { makePdfPath, type LibreOffice } from './libreOffice'
import { readOutput } from './sandbox'

const LIMIT_MS = 60_000
const MAX_BYTES = 1_000_000

/** Common fonts, and free ones of the same widths. */
const FONTS: Readonly<Record<string, readonly string[]>> = {
  Arial: ['Arial', 'LiberationSans', 'Arimo'],
  'Times New Roman': ['TimesNewRoman', 'LiberationSerif', 'Tinos'],
}

/**
 * Converts a letter as the server does. @returns undefined where it makes no PDF, else the fonts that it has nothing
 * like
 */
export async function examineLibreOffice(office: LibreOffice): Promise<string[] | undefined> {
  const folder = await mkdtemp(join(tmpdir(), 'doorstep-doctor-'))
  try {
    await writeFile(join(folder, '1.docx'), sampleLetter())
    await office.convert(folder, ['1.docx'], { limitMs: LIMIT_MS, isLowPriority: false })
    const pdf = await readOutput(folder, makePdfPath('1.docx'), MAX_BYTES)
    if (!pdf) return undefined
    const printed = pdf.toString('latin1').match(/\/BaseFont\/[^\s/<>]+/g) ?? []
    return Object.entries(FONTS)
      .filter(([, alike]) => !alike.some((name) => printed.some((each) => each.includes(name))))
      .map(([name]) => name)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function sampleLetter(): Uint8Array {
  const relation = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument'
  const word = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml'
  const lines = Object.keys(FONTS).map(
    (font) => `<w:p><w:r><w:rPr><w:rFonts w:ascii="${font}" w:hAnsi="${font}"/></w:rPr><w:t>Doorstep</w:t></w:r></w:p>`,
  )
  const files = {
    '[Content_Types].xml': `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="${word}"/></Types>`,
    '_rels/.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="${relation}" Target="word/document.xml"/></Relationships>`,
    'word/document.xml': `<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${lines.join('')}</w:body></w:document>`,
  }
  return zipSync(Object.fromEntries(Object.entries(files).map(([name, xml]) => [name, strToU8(xml)])))
}
