/** A Word document is recognised by content, never by name, and rebuilt: no byte of the upload goes through. */
import { TEMPLATE_LIMIT_BYTES } from '#contract/campaigns/letters'
import { packLetter } from './packing'
import { cleanPictures } from './pictures'
import { rebuildDocument } from './rebuild'
import { documentLocked, notWordDocument, documentRefused, refuseAtOnce, SAVE_AGAIN, type ReportFault } from './refusal'
import { openSource } from './source'
import { readZip } from './zip'

/** Checks and rebuilds an upload. @param report told each fault that does not end it. @throws Fault 422 */
export async function checkDocument(bytes: Buffer, report: ReportFault = refuseAtOnce): Promise<Buffer> {
  if (bytes.length === 0) throw documentRefused('The file is empty.')
  if (bytes.length > TEMPLATE_LIMIT_BYTES) throw documentRefused('The file is larger than 10 MB.')
  refuseOtherKinds(bytes)
  const letter = rebuildDocument(openSource(await readZip(bytes)), report)
  return packLetter({ ...letter, pictures: await cleanPictures(letter.pictures) }, new Map(), 6)
}

function refuseOtherKinds(bytes: Buffer): void {
  const begins = (text: string) => bytes.subarray(0, text.length).toString('latin1') === text
  if (begins('%PDF')) throw documentRefused('This is a PDF. A letter template is a Word document (.docx).')
  if (begins('\xd0\xcf\x11\xe0')) {
    throw bytes.includes(Buffer.from('EncryptedPackage', 'utf16le'))
      ? documentLocked()
      : documentRefused(`This is a document of an older Word. ${SAVE_AGAIN}`)
  }
  if (!begins('PK\x03\x04')) throw notWordDocument()
}
