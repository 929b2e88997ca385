/** Packages of odd forms: names, sizes, entries and relations that programs may read in different ways. */
import { crc32 } from 'node:zlib'
import { exampleDocument, unzipParts, makeZip, type DocumentChanges } from './documents'
import type { AttackDocument, Baits } from './attackTypes'
import { relation, override, relationships, attribute } from './attackMarkup'
/** Parts as entries of a zip; what follows each, and what its directory says, is made by the caller. */
function zipWith(
  parts: Readonly<Record<string, Uint8Array>>,
  entryOf: (content: Uint8Array) => { flags: number; before: Buffer; after: Buffer },
): Buffer {
  const pieces: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const [name, content] of Object.entries(parts)) {
    const { flags, before, after } = entryOf(content)
    const header = Buffer.alloc(26)
    header.writeUInt16LE(45, 0)
    header.writeUInt16LE(flags, 2)
    header.writeUInt32LE(crc32(content), 10)
    header.writeUInt32LE(before.length > 0 ? 0xffffffff : content.length, 14)
    header.writeUInt32LE(before.length > 0 ? 0xffffffff : content.length, 18)
    header.writeUInt16LE(name.length, 22)
    header.writeUInt16LE(before.length, 24)
    const rest = Buffer.alloc(14)
    rest.writeUInt32LE(offset, 10)
    directory.push(Buffer.from('PK\x01\x02\x2d\0', 'latin1'), header, rest, Buffer.from(name), before)
    const entry = [Buffer.from('PK\x03\x04'), header, Buffer.from(name), before, Buffer.from(content), after]
    pieces.push(...entry)
    offset += Buffer.concat(entry).length
  }
  const end = Buffer.alloc(22)
  const listed = Buffer.concat(directory)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(Object.keys(parts).length, 8)
  end.writeUInt16LE(Object.keys(parts).length, 10)
  end.writeUInt32LE(listed.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...pieces, listed, end])
}

/** Sizes of 64 bits, in the field that is made for them. */
export const zip64 = (parts: Readonly<Record<string, Uint8Array>>) =>
  zipWith(parts, (content) => {
    const before = Buffer.alloc(20)
    before.writeUInt16LE(1, 0)
    before.writeUInt16LE(16, 2)
    before.writeBigUInt64LE(BigInt(content.length), 4)
    before.writeBigUInt64LE(BigInt(content.length), 12)
    return { flags: 0, before, after: Buffer.alloc(0) }
  })

/** Sizes that follow each part, as they are or as they are not. */
export const withDescriptors = (parts: Readonly<Record<string, Uint8Array>>, sizeOf: (size: number) => number) =>
  zipWith(parts, (content) => {
    const after = Buffer.alloc(16)
    after.write('PK\x07\x08', 'latin1')
    after.writeUInt32LE(crc32(content), 4)
    after.writeUInt32LE(sizeOf(content.length), 8)
    after.writeUInt32LE(sizeOf(content.length), 12)
    return { flags: 8, before: Buffer.alloc(0), after }
  })

/** @param main the main part of a right document. */
export function packageAttacks(baits: Baits, main: string): AttackDocument[] {
  const made: [string, Buffer][] = []
  const add = (name: string, changes: DocumentChanges) => made.push([name, exampleDocument(changes)])
  const addZip = (name: string, change: (parts: Record<string, Uint8Array>) => Buffer) =>
    made.push([`package: ${name}`, change(unzipParts(exampleDocument()))])
  const extra = Buffer.from(main.replace('Dear', '((not_known))'))
  for (const name of [
    'WORD/DOCUMENT.XML',
    '/word/document.xml',
    '../word/document.xml',
    'word\\document.xml',
    'word/./document.xml',
    'word/nested.docx',
  ])
    addZip(`another ${name}`, (parts) => makeZip({ ...parts, [name]: extra }))
  const patched =
    (find: string, patch: (bytes: Buffer, at: number) => void, every = false) =>
    (parts: Record<string, Uint8Array>) => {
      const bytes = makeZip(parts)
      for (let at = bytes.indexOf(find, 0, 'latin1'); at >= 0; at = every ? bytes.indexOf(find, at + 4, 'latin1') : -1)
        patch(bytes, at)
      return bytes
    }
  addZip(
    'encrypted flag',
    patched('PK\x01\x02', (bytes, at) => bytes.writeUInt16LE(1, at + 8), true),
  )
  addZip(
    'symbolic links',
    patched(
      'PK\x01\x02',
      (bytes, at) => {
        bytes.writeUInt16LE(0x31e, at + 4)
        bytes.writeUInt32LE(0xa1ff0000, at + 38)
      },
      true,
    ),
  )
  addZip(
    'data descriptors that are missing',
    patched('PK\x03\x04', (bytes, at) => bytes.writeUInt16LE(8, at + 6), true),
  )
  addZip(
    'ZIP64 sizes without a field',
    patched('PK\x01\x02', (bytes, at) => bytes.writeUInt32LE(0xffffffff, at + 24)),
  )
  addZip(
    'sizes that lie',
    patched('PK\x01\x02', (bytes, at) => bytes.writeUInt32LE(5, at + 24), true),
  )
  addZip(
    'overlapping entries',
    patched('PK\x01\x02', (bytes, at) => bytes.writeUInt32LE(0, at + 42), true),
  )
  addZip(
    'local names that differ',
    patched('PK\x03\x04', (bytes, at) => bytes.write('X', at + 30), true),
  )
  addZip(
    'unknown method',
    patched('PK\x01\x02', (bytes, at) => bytes.writeUInt16LE(99, at + 10), true),
  )
  addZip('names that differ in case', (parts) => makeZip({ ...parts, 'word/Document.xml': extra }))
  for (const end of ['.', ' ', '%2e', '\u0000'])
    addZip(`a name with ${JSON.stringify(end)} at its end`, (parts) =>
      makeZip({ ...parts, [`word/document.xml${end}`]: extra }),
    )
  addZip('the same name twice', (parts) => {
    const bytes = makeZip({ 'word/documenu.xml': extra, ...parts })
    return Buffer.from(bytes.toString('latin1').replaceAll('documenu', 'document'), 'latin1')
  })
  addZip('ZIP64', zip64)
  addZip(
    'sizes in front that lie',
    patched('PK\x03\x04', (bytes, at) => bytes.writeUInt32LE(1_000_000_000, at + 22), true),
  )
  addZip('sizes that follow the content', (parts) => withDescriptors(parts, (size) => size))
  addZip('sizes that follow the content and lie', (parts) => withDescriptors(parts, () => 7))
  addZip('comment', (parts) => {
    const bytes = Buffer.concat([makeZip(parts), Buffer.from('PK\x05\x06')])
    bytes.writeUInt16LE(4, bytes.length - 6)
    return bytes
  })
  addZip('HTML after it', (parts) => Buffer.concat([makeZip(parts), Buffer.from('<html>')]))
  addZip('cut off', (parts) => makeZip(parts).subarray(0, 1500))
  for (const target of [
    'document.xml',
    '../word/document.xml#x',
    '%64ocument.xml',
    '../../../../etc/passwd',
    `file://${baits.word}`,
  ])
    add(`package: header is ${target}`, {
      relationships: relation('header', attribute(target)),
      body: '<w:p><w:pPr><w:sectPr><w:headerReference w:type="first" r:id="rId7"/><w:titlePg/></w:sectPr></w:pPr></w:p>',
    })
  add('package: type declared twice', { contentTypes: override('document.xml', 'application/xml') })
  add('package: macros', { contentTypes: override('v.bin', 'application/vnd.ms-office.vbaProject') })
  add('package: two main documents', {
    parts: {
      '_rels/.rels': relationships(
        relation('officeDocument', 'word/document.xml') + relation('officeDocument', 'word/header1.xml', 'rId8'),
      ),
    },
  })
  add('package: main document outside', {
    parts: {
      '_rels/.rels': relationships(
        relation('officeDocument', `file://${baits.word}`, 'rId1', ' TargetMode="External"'),
      ),
    },
  })

  return made
}
