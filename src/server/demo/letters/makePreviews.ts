/** After changes to the starters: npx tsx src/server/demo/letters/makePreviews.ts */
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { convertDocuments, findLibreOffice } from '../../clients/libreOffice'
import { PREVIEWS, previewName } from './ensureStarters'
import { letterOf, STARTERS } from './starters'
import { wordDocument } from './wordDocument'

const office = await findLibreOffice(process.env.SOFFICE_PATH)
if (!office) throw new Error('LibreOffice is not installed here.')
const pdfs = await convertDocuments(
  office,
  STARTERS.map((starter) => wordDocument(letterOf(starter))),
)
await mkdir(PREVIEWS, { recursive: true })
for (const [index, starter] of STARTERS.entries()) {
  const pdf = pdfs[index]
  if (!pdf) throw new Error(`The letter ${previewName(starter)} could not be converted.`)
  await writeFile(join(PREVIEWS, previewName(starter)), pdf)
}
