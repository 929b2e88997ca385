/**
 * Rebuilds an upload: only elements and attributes of the vocabulary are copied, into parts, relations and field
 * instructions written by us, none leading out of the document. What a letter does not need is dropped; what would be
 * missed is refused by name.
 */
import {
  chosenAlternative,
  compatSetting,
  contains,
  endingWithParagraph,
  isKeptAttribute,
  keepsSpace,
  plainText,
  refuseIfPrinted,
  textIn,
} from './elements'
import { writtenInstruction, createFieldState, textElement, wholeField, type FieldState } from './fields'
import { AS_PICTURE, documentDamaged, CONTENT_ELSEWHERE, documentRefused, documentTooLarge } from './refusal'
import type { Related, RelatedKind, Source, SourcePart } from './source'
import { LEFT_OUT, REFUSED, VOCABULARY, WRAPPERS, type Rule } from './vocabulary'
import { element, elementsIn, NAMESPACES, type XmlElement, type XmlNode } from './xml'

export interface RebuiltPart {
  readonly name: string
  readonly root: XmlElement
  /** The first is `rId1`. */
  readonly relations: readonly { readonly kind: RelatedKind; readonly target: string }[]
}

export interface RebuiltDocument {
  readonly parts: readonly RebuiltPart[]
  readonly pictures: readonly Uint8Array[]
}

/** Numbered from 1; without extension. */
export const pictureName = (number: number) => `media/image${number}`

const PARTS_LIMIT = 100
const DRAWINGS_LIMIT = 500
/** Layout time grows with each level. */
const TABLES_LIMIT = 6

const GRAPHICS: Readonly<Record<string, string>> = {
  'pic:pic': NAMESPACES.pic ?? '',
  'wps:wsp': NAMESPACES.wps ?? '',
  'wpg:wgp': NAMESPACES.wpg ?? '',
}
const OTHER_GRAPHICS: readonly (readonly [type: string, name: string])[] = [
  ['/chart', 'a chart'],
  ['/chartex', 'a chart'],
  ['/diagram', 'a SmartArt diagram'],
  ['/wordprocessingCanvas', 'a drawing canvas'],
  ['/wordprocessingInk', 'handwriting (ink)'],
]

interface Place {
  readonly part: PartBuilder
  readonly fields: FieldState
  readonly tables: number
  readonly keepsSpace: boolean
}

interface PartBuilder {
  readonly source: SourcePart
  readonly relations: { kind: RelatedKind; target: string }[]
  refer(related: Related): string
}

/** @throws Fault 422 naming what a letter cannot have */
export function rebuildDocument(source: Source): RebuiltDocument {
  const parts: RebuiltPart[] = []
  const pictures: Uint8Array[] = []
  /** Our names, by the upload's. */
  const targets = new Map<string, string>()
  const waiting: { readonly related: Related; readonly target: string }[] = []
  const counts = new Map<string, number>()
  const counted = (kind: string, limit: number) => {
    const count = (counts.get(kind) ?? 0) + 1
    if (count > limit) throw documentTooLarge()
    counts.set(kind, count)
    return count
  }

  function targetOf(related: Related): string {
    const { kind } = related
    const key = `${kind} ${related.part}`
    const known = targets.get(key)
    if (known !== undefined) return known
    const number = counted(kind, PARTS_LIMIT)
    let target = `${kind}.xml`
    if (kind === 'image') {
      pictures.push(source.bytes(related))
      target = pictureName(number)
    } else {
      if (kind === 'header' || kind === 'footer') target = `${kind}${number}.xml`
      else if (kind === 'theme') target = 'theme/theme1.xml'
      if (target === `${kind}.xml` && number > 1) throw documentDamaged()
      waiting.push({ related, target })
    }
    targets.set(key, target)
    return target
  }

  function build(from: SourcePart, name: string, always: readonly Related[]): void {
    const relations: PartBuilder['relations'] = []
    const part: PartBuilder = {
      source: from,
      relations,
      refer(related) {
        const target = targetOf(related)
        let index = relations.findIndex((known) => known.target === target)
        if (index < 0) index = relations.push({ kind: related.kind, target }) - 1
        return `rId${index + 1}`
      },
    }
    for (const related of always) part.refer(related)
    const place: Place = { part, fields: createFieldState(), tables: 0, keepsSpace: false }
    const root = rebuilt(from.root, place)
    place.fields.end()
    parts.push({
      name,
      root: root.name === 'w:hdr' || root.name === 'w:ftr' ? endingWithParagraph(root) : root,
      relations,
    })
  }

  function rebuilt(from: XmlElement, place: Place): XmlElement {
    const rule = VOCABULARY.get(from.name)
    if (!rule) throw documentDamaged()
    const attributes = new Map(
      [...from.attributes].filter(([name, value]) => isKeptAttribute(from.name, name, value, rule)),
    )
    const inside: Place = { ...place, keepsSpace: keepsSpace(from, place.keepsSpace) }
    const children = rule.children.has('#text') ? [plainText(from)] : childrenOf(from, rule, inside)
    return { name: from.name, attributes, children }
  }

  function childrenOf(from: XmlElement, rule: Rule, place: Place): XmlNode[] {
    return elementsIn(from).flatMap((child) => rebuiltIn(rule, child, place))
  }

  function rebuiltIn(rule: Rule, child: XmlElement, place: Place): XmlNode[] {
    if (child.name === 'mc:AlternateContent') {
      const chosen = chosenAlternative(child)
      return chosen ? childrenOf(chosen, rule, place) : []
    }
    if (LEFT_OUT.has(child.name)) return []
    const words = REFUSED.get(child.name)
    if (words !== undefined) throw documentRefused(words)
    if (child.name === 'w:fldSimple') return simpleField(child, rule, place)
    if (WRAPPERS.has(child.name))
      return childrenOf(child, rule, { ...place, keepsSpace: keepsSpace(child, place.keepsSpace) })
    if (rule.children.has(child.name)) return special(child, place) ?? [rebuilt(child, place)]
    refuseIfPrinted(child, child.name)
    return []
  }

  /** Elements that are not simply copied; undefined for all others. */
  function special(from: XmlElement, place: Place): XmlNode[] | undefined {
    switch (from.name) {
      case 'w:r':
        return run(from, place)
      case 'w:tbl':
        if (place.tables >= TABLES_LIMIT)
          throw documentRefused('The document has tables in tables in tables. Make them simpler and upload it again.')
        return [rebuilt(from, { ...place, tables: place.tables + 1 })]
      case 'w:tc':
        return [endingWithParagraph(rebuilt(from, place))]
      case 'w:txbxContent': {
        const own: Place = { ...place, fields: createFieldState() }
        const box = endingWithParagraph(rebuilt(from, own))
        own.fields.end()
        return [box]
      }
      case 'w:headerReference':
        return reference(from, place, 'header')
      case 'w:footerReference':
        return reference(from, place, 'footer')
      case 'a:graphicData':
        return [graphic(from, place)]
      case 'a:blip':
        return [picture(from, place)]
      case 'a:blipFill':
        return place.part.source.root.name === 'a:theme' ? [element('a:noFill')] : undefined
      case 'w:drawing':
        counted('drawing', DRAWINGS_LIMIT)
        return undefined
      case 'wp:docPr':
      case 'pic:cNvPr':
      case 'wps:cNvPr':
      case 'wpg:cNvPr': {
        const hidden = from.attributes.get('hidden')
        return [
          element(from.name, {
            id: `${counted('shape', Infinity)}`,
            name: '',
            ...(hidden === undefined ? {} : { hidden }),
          }),
        ]
      }
      case 'w:compatSetting':
        return compatSetting(from)
      case 'w:sym':
        // Programs differ on other numbers, and any could be a bracket.
        if (!/^[0-9A-F]{4}$/i.test(from.attributes.get('w:char') ?? '')) throw documentDamaged()
        return undefined
      default:
        return undefined
    }
  }

  function run(from: XmlElement, place: Place): XmlNode[] {
    const rule = VOCABULARY.get('w:r')
    if (!rule) throw documentDamaged()
    const properties = elementsIn(from)
      .filter(({ name }) => name === 'w:rPr')
      .slice(0, 1)
    const content = runContent(from, rule, { ...place, keepsSpace: keepsSpace(from, place.keepsSpace) })
    if (content.length === 0) return []
    return [element('w:r', {}, [...properties.map((child) => rebuilt(child, place)), ...content])]
  }

  function runContent(from: XmlElement, rule: Rule, place: Place): XmlNode[] {
    return elementsIn(from).flatMap((child): XmlNode[] => {
      switch (child.name) {
        case 'w:rPr':
          return []
        case 'w:fldChar':
          return place.fields.sign(child.attributes.get('w:fldCharType'))
        case 'w:instrText':
          place.fields.addInstruction(textIn(child))
          return []
        case 'mc:AlternateContent': {
          const chosen = chosenAlternative(child)
          return chosen ? runContent(chosen, rule, place) : []
        }
        case 'w:t': {
          const text = keepsSpace(child, place.keepsSpace) ? textIn(child) : textIn(child).trim()
          return place.fields.addInstruction(text) ? [] : place.fields.content([textElement(text)])
        }
        default:
          return place.fields.content(rebuiltIn(rule, child, place))
      }
    })
  }

  function simpleField(from: XmlElement, rule: Rule, place: Place): XmlNode[] {
    const instruction = writtenInstruction(from.attributes.get('w:instr') ?? '')
    if (instruction === undefined || !place.fields.isOpen() || !rule.children.has('w:r'))
      return childrenOf(from, rule, place)
    const runProperties = elementsIn(from)
      .filter(({ name }) => name === 'w:r')
      .flatMap((child) => elementsIn(child).filter(({ name }) => name === 'w:rPr'))
      .slice(0, 1)
      .map((child) => rebuilt(child, place))
    return [element('w:r', {}, [...runProperties, ...wholeField(instruction)])]
  }

  function reference(from: XmlElement, place: Place, kind: 'header' | 'footer'): XmlNode[] {
    const related = place.part.source.related.get(from.attributes.get('r:id') ?? '')
    if (related?.kind !== kind) throw documentDamaged()
    return [
      element(from.name, { 'w:type': from.attributes.get('w:type') ?? 'default', 'r:id': place.part.refer(related) }),
    ]
  }

  function graphic(from: XmlElement, place: Place): XmlElement {
    const { children } = rebuilt(from, place)
    const [shown] = children
    const uri = typeof shown === 'object' ? GRAPHICS[shown.name] : undefined
    if (uri !== undefined && children.length === 1) return element('a:graphicData', { uri }, children)
    const given = from.attributes.get('uri') ?? ''
    const [, name = 'a drawing that a letter cannot have'] = OTHER_GRAPHICS.find(([type]) => given.endsWith(type)) ?? []
    throw documentRefused(`The document has ${name}. ${AS_PICTURE}`)
  }

  function picture(from: XmlElement, place: Place): XmlElement {
    const id = from.attributes.get('r:embed')
    if (id === undefined)
      throw documentRefused(
        from.attributes.has('r:link') ? CONTENT_ELSEWHERE : 'A picture of the document is missing. Insert it again.',
      )
    const related = place.part.source.related.get(id)
    if (related?.kind !== 'image') throw documentRefused(CONTENT_ELSEWHERE)
    const { attributes, children } = rebuilt(from, place)
    return { name: from.name, attributes: new Map([...attributes, ['r:embed', place.part.refer(related)]]), children }
  }

  const { main } = source
  const first: readonly RelatedKind[] = [
    'styles',
    'numbering',
    'settings',
    'fontTable',
    'theme',
    'footnotes',
    'endnotes',
  ]
  const notes = { footnotes: 'w:footnoteReference', endnotes: 'w:endnoteReference' }
  const always = first.flatMap((kind) =>
    [...main.related.values()].filter((related) => related.kind === kind).slice(0, 1),
  )
  build(
    main,
    'document.xml',
    always.filter(({ kind }) =>
      kind === 'footnotes' || kind === 'endnotes' ? contains(main.root, notes[kind]) : true,
    ),
  )
  for (let next = waiting.shift(); next; next = waiting.shift()) build(source.read(next.related), next.target, [])
  return { parts, pictures }
}
