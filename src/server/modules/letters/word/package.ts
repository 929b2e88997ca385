/**
 * Policy (decision 35): what is taken for a Word document, judged by what is in it, never by its name. A .docx is a
 * zip of parts; it is opened with bounds on what it may unfold to, judged, and written anew from the parts that were
 * read, so that what is stored and converted is exactly what was looked at. Refusals say what to do.
 */
import PizZip from 'pizzip'
import { fromBufferPromise, type Entry, type ZipFile } from 'yauzl'
import { TEMPLATE_LIMIT_BYTES } from '#contract/letterTemplates'
import { Fault } from '../../../faults'
import { readWhole } from '../../files/service'
import { cleanParts, type Parts } from './parts'
import { damaged, refused, SAVE_AGAIN } from './refusal'

/** A document of 10 MB that unfolds to more than this is made to do harm. */
const UNFOLDED_LIMIT_BYTES = 60 * 1024 * 1024
const PARTS_LIMIT = 2_000

/**
 * Reads a Word document.
 * @returns it as it is to be stored.
 * @throws Fault 422 with why it is none, in words.
 */
export async function checkDocument(bytes: Buffer): Promise<Buffer> {
  if (bytes.length === 0) throw refused('The file is empty.')
  if (bytes.length > TEMPLATE_LIMIT_BYTES) throw refused('The file is larger than 10 MB.')
  refuseOtherKinds(bytes)
  return write(cleanParts(await readParts(bytes)))
}

function refuseOtherKinds(bytes: Buffer): void {
  const begins = (text: string) => bytes.subarray(0, text.length).toString('latin1') === text
  if (begins('%PDF')) throw refused('This is a PDF. A letter template is a Word document (.docx).')
  if (begins('\xd0\xcf\x11\xe0')) {
    // The container of the older formats is also that of an encrypted .docx.
    throw bytes.includes(Buffer.from('EncryptedPackage', 'utf16le'))
      ? refused('The document is protected by a password. Remove the password in Word and upload it again.')
      : refused(`This is a document of an older Word. ${SAVE_AGAIN}`)
  }
  if (!begins('PK\x03\x04')) throw refused(`This is not a Word document. ${SAVE_AGAIN}`)
}

async function readParts(bytes: Buffer): Promise<Parts> {
  const parts: Parts = new Map()
  let zip: ZipFile
  try {
    zip = await fromBufferPromise(bytes, { lazyEntries: true, validateEntrySizes: true, strictFileNames: true })
  } catch {
    throw damaged()
  }
  try {
    if (zip.entryCount > PARTS_LIMIT) throw tooMuch()
    let unfolded = 0
    for await (const entry of zip.eachEntry()) {
      if (entry.fileName.endsWith('/')) continue
      if (entry.isEncrypted()) throw refused('The document is protected by a password. Remove the password in Word and upload it again.')
      if (parts.has(entry.fileName)) throw damaged()
      unfolded += entry.uncompressedSize
      if (unfolded > UNFOLDED_LIMIT_BYTES) throw tooMuch()
      parts.set(entry.fileName, await readPart(zip, entry))
    }
  } catch (error) {
    throw error instanceof Fault ? error : damaged()
  } finally {
    zip.close()
  }
  return parts
}

/** yauzl ends the stream with an error when a part unfolds to more than it declares. */
const readPart = async (zip: ZipFile, entry: Entry) => readWhole(await zip.openReadStreamPromise(entry), UNFOLDED_LIMIT_BYTES)

const tooMuch = () => refused('The document holds more than a letter can. Make it smaller, and upload it again.')

function write(parts: Parts): Buffer {
  const zip = new PizZip()
  // The first part tells other programs what the zip is.
  const names = [...parts.keys()].sort((a, b) => Number(b === '[Content_Types].xml') - Number(a === '[Content_Types].xml'))
  // One date for all: the same document gives the same bytes, by which an upload made twice is known.
  for (const name of names) zip.file(name, parts.get(name) ?? '', { date: new Date(Date.UTC(2026, 0, 1)), createFolders: false })
  return zip.generate({ type: 'nodebuffer', compression: 'DEFLATE' })
}
