import { documentRefused } from './refusal'
import { pictureName, type RebuiltDocument } from './rebuild'
import type { RelatedKind } from './source'
import { writeXml, type XmlChanges } from './xml'
import { writeZip } from './zip'

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const WORD_TYPE = 'application/vnd.openxmlformats-officedocument.wordprocessingml'

const TYPES: Readonly<Record<Exclude<RelatedKind, 'image'> | 'document', string>> = {
  document: `${WORD_TYPE}.document.main+xml`,
  styles: `${WORD_TYPE}.styles+xml`,
  numbering: `${WORD_TYPE}.numbering+xml`,
  settings: `${WORD_TYPE}.settings+xml`,
  fontTable: `${WORD_TYPE}.fontTable+xml`,
  header: `${WORD_TYPE}.header+xml`,
  footer: `${WORD_TYPE}.footer+xml`,
  footnotes: `${WORD_TYPE}.footnotes+xml`,
  endnotes: `${WORD_TYPE}.endnotes+xml`,
  theme: 'application/vnd.openxmlformats-officedocument.theme+xml',
}

/** By magic bytes; undefined for other kinds. */
export function pictureKind(bytes: Uint8Array): 'png' | 'jpeg' | undefined {
  const begin = Buffer.from(bytes.subarray(0, 8)).toString('latin1')
  if (begin === '\x89PNG\r\n\x1a\n') return 'png'
  return begin.startsWith('\xff\xd8\xff') ? 'jpeg' : undefined
}

/** The refusal of any other picture. */
export const otherPicture = () =>
  documentRefused(
    'A picture of the document is neither PNG nor JPEG. Insert it as a PNG or JPEG picture and upload it again.',
  )

/**
 * @param changes new text of elements, undefined to remove
 * @param level of compression: 1 for letters, which are short-lived
 */
export function packLetter({ parts, pictures }: RebuiltDocument, changes: XmlChanges, level: 1 | 6): Buffer {
  const files = pictures.map((bytes, index) => {
    const kind = pictureKind(bytes)
    if (!kind) throw otherPicture()
    return { target: pictureName(index + 1), name: `${pictureName(index + 1)}.${kind}`, bytes }
  })
  const names = new Map(files.map(({ target, name }) => [target, name]))
  const kindsByTarget = new Map(
    parts.flatMap(({ relations }) => relations.map(({ kind, target }) => [target, kind] as const)),
  )
  const overrides = parts.map(({ name }) => {
    const kind = kindsByTarget.get(name) ?? 'document'
    return kind === 'image' ? '' : `<Override PartName="/word/${name}" ContentType="${TYPES[kind]}"/>`
  })
  const relationships = (relations: readonly string[]) =>
    `${XML}<Relationships xmlns="${PACKAGE}/relationships">${relations.join('')}</Relationships>`
  const relationship = (kind: string, target: string, index: number) =>
    `<Relationship Id="rId${index + 1}" Type="${RELATIONS}/${kind}" Target="${target}"/>`
  return writeZip(
    [
      [
        '[Content_Types].xml',
        `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="png" ContentType="image/png"/><Default Extension="jpeg" ContentType="image/jpeg"/>${overrides.join('')}</Types>`,
      ],
      ['_rels/.rels', relationships([relationship('officeDocument', 'word/document.xml', 0)])],
      ...parts.flatMap(({ name, root, relations }) => {
        const part = [`word/${name}`, writeXml(root, changes)] as const
        if (relations.length === 0) return [part]
        const written = relations.map(({ kind, target }, index) =>
          relationship(kind, names.get(target) ?? target, index),
        )
        return [part, [`word/_rels/${name}.rels`, relationships(written)] as const]
      }),
      ...files.map(({ name, bytes }) => [`word/${name}`, bytes] as const),
    ],
    level,
  )
}
