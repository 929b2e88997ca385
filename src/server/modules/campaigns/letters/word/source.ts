/** Finds parts by content type and relationship, never by name. */
import {
  AS_PICTURE,
  documentDamaged,
  CONTENT_ELSEWHERE,
  EMBEDDED,
  MACROS,
  notWordDocument,
  documentRefused,
} from './refusal'
import { createXmlParser, elementsIn, type XmlElement, type XmlParser } from './xml'
import type { Parts } from './zip'

export interface Related {
  readonly kind: RelatedKind
  readonly part: string
}

export interface SourcePart {
  readonly root: XmlElement
  readonly related: ReadonlyMap<string, Related>
}

export interface Source {
  readonly main: SourcePart
  readonly read: (related: Related) => SourcePart
  readonly bytes: (related: Related) => Uint8Array
}

const TRANSITIONAL = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/'
const STRICT = 'http://purl.oclc.org/ooxml/officeDocument/relationships/'
const MICROSOFT = 'http://schemas.microsoft.com/office/'

const KINDS = {
  styles: ['w:styles', 'styles'],
  numbering: ['w:numbering', 'numbering'],
  settings: ['w:settings', 'settings'],
  fontTable: ['w:fonts', 'fontTable'],
  header: ['w:hdr', 'header'],
  footer: ['w:ftr', 'footer'],
  footnotes: ['w:footnotes', 'footnotes'],
  endnotes: ['w:endnotes', 'endnotes'],
  theme: ['a:theme', undefined],
  image: [undefined, undefined],
} as const
export type RelatedKind = keyof typeof KINDS

const WORD_TYPE = 'application/vnd.openxmlformats-officedocument.wordprocessingml.'
const THEME_TYPE = 'application/vnd.openxmlformats-officedocument.theme+xml'
const MAIN_TYPE = `${WORD_TYPE}document.main+xml`

const REFUSED_RELATIONS: ReadonlyMap<string, string> = new Map([
  ...['aFChunk', 'oleObject', 'package', 'control', 'activeXControlBinary', 'subDocument'].map(
    (type) => [type.toLowerCase(), EMBEDDED] as const,
  ),
  ...['vbaProject', 'wordVbaData'].map((type) => [type.toLowerCase(), MACROS] as const),
  ['chart', `The document has a chart. ${AS_PICTURE}`],
  ['chartex', `The document has a chart. ${AS_PICTURE}`],
  ['diagramdata', `The document has a SmartArt diagram. ${AS_PICTURE}`],
])

/** Never written, so their targets are harmless. */
const IGNORED_RELATIONS: ReadonlySet<string> = new Set([
  'hyperlink',
  'attachedTemplate',
  'mailMergeSource',
  'mailMergeHeaderSource',
])

/** Opens an upload. @throws Fault 422 for one that is no Word document or cannot be a letter */
export function openSource(parts: Parts): Source {
  const parse = createXmlParser()
  const readType = contentTypes(parts, parse)
  const listRelations = (part: string) => relations(parts, parse, part)
  const open = (part: string, name: string, type: string): SourcePart => {
    const content = parts.get(part)
    if (!content || readType(part) !== type) throw documentDamaged()
    const root = parse(content)
    if (root.name !== name) throw documentDamaged()
    return { root, related: relatedIn(listRelations(part)) }
  }
  const [main, ...others] = listRelations('').filter(
    ({ type }) => type === 'officeDocument' || type === 'officedocument',
  )
  if (!main || main.part === undefined || others.length > 0) throw notWordDocument()
  if (readType(main.part) !== MAIN_TYPE || !parts.has(main.part)) throw notWordDocument()
  return {
    main: open(main.part, 'w:document', MAIN_TYPE),
    read({ kind, part }) {
      const [root, type] = KINDS[kind]
      if (root === undefined) throw documentDamaged()
      return open(part, root, type === undefined ? THEME_TYPE : `${WORD_TYPE}${type}+xml`)
    },
    bytes({ part }) {
      const content = parts.get(part)
      if (!content) throw documentDamaged()
      return content
    },
  }
}

function contentTypes(parts: Parts, parse: XmlParser): (part: string) => string {
  const content = parts.get('[content_types].xml')
  if (!content) throw notWordDocument()
  const root = parse(content)
  if (root.name !== 'types:Types') throw notWordDocument()
  const overrides = new Map<string, string>()
  const defaults = new Map<string, string>()
  for (const { name, attributes } of elementsIn(root)) {
    const type = attributes.get('ContentType') ?? ''
    if (/macroenabled|vbaproject|vbadata/i.test(type)) throw documentRefused(MACROS)
    if (/activex|oleobject|x-msdownload/i.test(type)) throw documentRefused(EMBEDDED)
    if (name === 'types:Override')
      overrides.set((attributes.get('PartName') ?? '').toLowerCase().replace(/^\//, ''), type)
    if (name === 'types:Default') defaults.set((attributes.get('Extension') ?? '').toLowerCase(), type)
  }
  return (part) => overrides.get(part) ?? defaults.get(part.slice(part.lastIndexOf('.') + 1)) ?? ''
}

interface Relation {
  readonly id: string
  /** Empty for unknown vendors. */
  readonly type: string
  /** Undefined outside the document. */
  readonly part: string | undefined
}

function relations(parts: Parts, parse: XmlParser, part: string): Relation[] {
  const slash = part.lastIndexOf('/') + 1
  const content = parts.get(`${part.slice(0, slash)}_rels/${part.slice(slash)}.rels`)
  if (!content) return []
  const root = parse(content)
  if (root.name !== 'rels:Relationships') throw documentDamaged()
  return elementsIn(root).map(({ attributes }) => {
    const isExternal = attributes.get('TargetMode')?.toLowerCase() === 'external'
    return {
      id: attributes.get('Id') ?? '',
      type: relationType(attributes.get('Type') ?? ''),
      part: isExternal ? undefined : resolved(part.slice(0, slash), attributes.get('Target') ?? ''),
    }
  })
}

function relationType(uri: string): string {
  if ([TRANSITIONAL, STRICT, MICROSOFT].some((known) => uri.startsWith(known)))
    return uri.slice(uri.lastIndexOf('/') + 1)
  return ''
}

function resolved(folder: string, target: string): string {
  // No target can leave this base: part names have no host.
  const base = new URL(`part:/${folder}`)
  try {
    return decodeURIComponent(new URL(target, base).pathname).replace(/^\/+/, '').toLowerCase()
  } catch {
    throw documentDamaged()
  }
}

function relatedIn(found: readonly Relation[]): ReadonlyMap<string, Related> {
  const related = new Map<string, Related>()
  for (const { id, type, part } of found) {
    const words = REFUSED_RELATIONS.get(type.toLowerCase())
    if (words !== undefined) throw documentRefused(words)
    if (part === undefined && !IGNORED_RELATIONS.has(type)) throw documentRefused(CONTENT_ELSEWHERE)
    const kind = kindNamed(type)
    if (!kind || part === undefined) continue
    if (related.has(id)) throw documentDamaged()
    related.set(id, { kind, part })
  }
  return related
}

const isKind = (type: string): type is RelatedKind => Object.hasOwn(KINDS, type)
const kindNamed = (type: string) => (isKind(type) ? type : undefined)
