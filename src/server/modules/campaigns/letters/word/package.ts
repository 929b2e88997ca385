/** A Word document is recognised by content, never by name, and rebuilt: no byte of the upload goes through. */
import { TEMPLATE_LIMIT_BYTES } from '#contract/campaigns/letterTemplates'
import { packLetter } from './packing'
import { cleanPictures } from './pictures'
import { rebuild } from './rebuild'
import { locked, notWord, refused, SAVE_AGAIN } from './refusal'
import { openSource } from './source'
import { readZip } from './zip'

/** Checks and rebuilds an upload. @throws Fault 422 with why it cannot be a letter */
export async function checkDocument(bytes: Buffer): Promise<Buffer> {
  if (bytes.length === 0) throw refused('The file is empty.')
  if (bytes.length > TEMPLATE_LIMIT_BYTES) throw refused('The file is larger than 10 MB.')
  refuseOtherKinds(bytes)
  const letter = rebuild(openSource(await readZip(bytes)))
  return packLetter({ ...letter, pictures: await cleanPictures(letter.pictures) }, new Map(), 6)
}

function refuseOtherKinds(bytes: Buffer): void {
  const begins = (text: string) => bytes.subarray(0, text.length).toString('latin1') === text
  if (begins('%PDF')) throw refused('This is a PDF. A letter template is a Word document (.docx).')
  if (begins('\xd0\xcf\x11\xe0')) {
    throw bytes.includes(Buffer.from('EncryptedPackage', 'utf16le'))
      ? locked()
      : refused(`This is a document of an older Word. ${SAVE_AGAIN}`)
  }
  if (!begins('PK\x03\x04')) throw notWord()
}
