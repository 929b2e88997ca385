/** Copies elements that the vocabulary has; ./rebuild.ts assembles the parts. */
import {
  chosenAlternative,
  compatSetting,
  endingWithParagraph,
  isKeptAttribute,
  keepsSpace,
  plainText,
  lostInPrint,
  textWithin,
  textIn,
} from './elements'
import { writtenInstruction, createFieldState, textElement, wholeField, type FieldState } from './fields'
import { AS_PICTURE, documentDamaged, CONTENT_ELSEWHERE, documentRefused, type ReportFault } from './refusal'
import type { Related, SourcePart } from './source'
import { INSERTED, LEFT_OUT, REFUSED, VOCABULARY, WRAPPERS, type Rule } from './vocabulary'
import { element, elementsIn, NAMESPACES, type XmlElement, type XmlNode } from './xml'

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

export interface PartBuilder {
  readonly source: SourcePart
  readonly report: ReportFault
  /** @returns its id in the new part */
  refer(related: Related): string
  /** Over the whole document. @throws Fault 422 above the limit */
  count(kind: string, limit: number): number
}

export interface DocumentPlace {
  readonly part: PartBuilder
  readonly fields: FieldState
  readonly tables: number
  readonly keepsSpace: boolean
}

/** Copies what the vocabulary allows. @throws Fault 422 naming what a letter cannot have */
export function rebuildElement(from: XmlElement, place: DocumentPlace): XmlElement {
  const rule = VOCABULARY.get(from.name)
  if (!rule) throw documentDamaged()
  const attributes = new Map(
    [...from.attributes].filter(([name, value]) => isKeptAttribute(from.name, name, value, rule)),
  )
  const inside: DocumentPlace = { ...place, keepsSpace: keepsSpace(from, place.keepsSpace) }
  const children = rule.children.has('#text') ? [plainText(from)] : rebuildChildren(from, rule, inside)
  return { name: from.name, attributes, children }
}

function rebuildChildren(from: XmlElement, rule: Rule, place: DocumentPlace): XmlNode[] {
  return elementsIn(from).flatMap((child) => rebuildChild(rule, child, place))
}

function rebuildChild(rule: Rule, child: XmlElement, place: DocumentPlace): XmlNode[] {
  if (child.name === 'mc:AlternateContent') {
    const chosen = chosenAlternative(child)
    return chosen ? rebuildChildren(chosen, rule, place) : []
  }
  if (LEFT_OUT.has(child.name)) return []
  const words = REFUSED.get(child.name)
  if (words !== undefined) {
    const isInserted = INSERTED.has(child.name)
    place.part.report({ words, code: 'not_a_template', isContentLost: !isInserted && !child.name.startsWith('w:del') })
    return isInserted ? rebuildChildren(child, rule, place) : []
  }
  if (child.name === 'w:sdt') reportPrompt(child, place)
  if (child.name === 'w:fldSimple') return rebuildSimpleField(child, rule, place)
  if (WRAPPERS.has(child.name))
    return rebuildChildren(child, rule, { ...place, keepsSpace: keepsSpace(child, place.keepsSpace) })
  if (rule.children.has(child.name)) return rebuildSpecial(child, place) ?? [rebuildElement(child, place)]
  const lost = lostInPrint(child, child.name)
  if (lost !== undefined) place.part.report({ words: lost, code: 'not_a_template', isContentLost: true })
  return []
}

/** ST_OnOff of ECMA-376. */
const OFF: ReadonlySet<string> = new Set(['0', 'false', 'off'])

/** A content control's prompt would be printed. */
function reportPrompt(from: XmlElement, place: DocumentPlace): void {
  const properties = elementsIn(from).find(({ name }) => name === 'w:sdtPr')
  const isShown = properties && elementsIn(properties).find(({ name }) => name === 'w:showingPlcHdr')
  if (!isShown || OFF.has(isShown.attributes.get('w:val') ?? '')) return
  const mark = textWithin(from).trim().slice(0, 80)
  place.part.report({
    words: `“${mark}” is the prompt of a field that nobody has filled in, and would be printed. Type what should stand there, or delete the field.`,
    code: 'not_a_template',
    mark,
  })
}

function rebuildSpecial(from: XmlElement, place: DocumentPlace): XmlNode[] | undefined {
  switch (from.name) {
    case 'w:r':
      return rebuildRun(from, place)
    case 'w:tbl':
      if (place.tables >= TABLES_LIMIT)
        throw documentRefused('The document has tables in tables in tables. Make them simpler and upload it again.')
      return [rebuildElement(from, { ...place, tables: place.tables + 1 })]
    case 'w:tc':
      return [endingWithParagraph(rebuildElement(from, place))]
    case 'w:txbxContent': {
      const own: DocumentPlace = { ...place, fields: createFieldState() }
      const box = endingWithParagraph(rebuildElement(from, own))
      own.fields.end()
      return [box]
    }
    case 'w:headerReference':
      return rebuildReference(from, place, 'header')
    case 'w:footerReference':
      return rebuildReference(from, place, 'footer')
    case 'a:graphicData':
      return rebuildGraphic(from, place)
    case 'a:blip':
      return [rebuildPicture(from, place)]
    case 'a:blipFill':
      return place.part.source.root.name === 'a:theme' ? [element('a:noFill')] : undefined
    case 'w:drawing':
      place.part.count('drawing', DRAWINGS_LIMIT)
      return undefined
    case 'wp:docPr':
    case 'pic:cNvPr':
    case 'wps:cNvPr':
    case 'wpg:cNvPr': {
      const hidden = from.attributes.get('hidden')
      return [
        element(from.name, {
          id: `${place.part.count('shape', Infinity)}`,
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

function rebuildRun(from: XmlElement, place: DocumentPlace): XmlNode[] {
  const rule = VOCABULARY.get('w:r')
  if (!rule) throw documentDamaged()
  const properties = elementsIn(from)
    .filter(({ name }) => name === 'w:rPr')
    .slice(0, 1)
  const content = rebuildRunContent(from, rule, { ...place, keepsSpace: keepsSpace(from, place.keepsSpace) })
  if (content.length === 0) return []
  return [element('w:r', {}, [...properties.map((child) => rebuildElement(child, place)), ...content])]
}

function rebuildRunContent(from: XmlElement, rule: Rule, place: DocumentPlace): XmlNode[] {
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
        return chosen ? rebuildRunContent(chosen, rule, place) : []
      }
      case 'w:t': {
        const text = keepsSpace(child, place.keepsSpace) ? textIn(child) : textIn(child).trim()
        return place.fields.addInstruction(text) ? [] : place.fields.content([textElement(text)])
      }
      default:
        return place.fields.content(rebuildChild(rule, child, place))
    }
  })
}

function rebuildSimpleField(from: XmlElement, rule: Rule, place: DocumentPlace): XmlNode[] {
  const instruction = writtenInstruction(from.attributes.get('w:instr') ?? '')
  if (instruction === undefined || !place.fields.isOpen() || !rule.children.has('w:r'))
    return rebuildChildren(from, rule, place)
  const runProperties = elementsIn(from)
    .filter(({ name }) => name === 'w:r')
    .flatMap((child) => elementsIn(child).filter(({ name }) => name === 'w:rPr'))
    .slice(0, 1)
    .map((child) => rebuildElement(child, place))
  return [element('w:r', {}, [...runProperties, ...wholeField(instruction)])]
}

function rebuildReference(from: XmlElement, place: DocumentPlace, kind: 'header' | 'footer'): XmlNode[] {
  const related = place.part.source.related.get(from.attributes.get('r:id') ?? '')
  if (related?.kind !== kind) throw documentDamaged()
  return [
    element(from.name, { 'w:type': from.attributes.get('w:type') ?? 'default', 'r:id': place.part.refer(related) }),
  ]
}

function rebuildGraphic(from: XmlElement, place: DocumentPlace): XmlNode[] {
  const { children } = rebuildElement(from, place)
  const [shown] = children
  const uri = typeof shown === 'object' ? GRAPHICS[shown.name] : undefined
  if (uri !== undefined && children.length === 1) return [element('a:graphicData', { uri }, children)]
  const given = from.attributes.get('uri') ?? ''
  const [, name = 'a drawing that a letter cannot have'] = OTHER_GRAPHICS.find(([type]) => given.endsWith(type)) ?? []
  place.part.report({
    words: `The document has ${name}. ${AS_PICTURE}`,
    code: 'not_a_template',
    isContentLost: true,
  })
  return []
}

function rebuildPicture(from: XmlElement, place: DocumentPlace): XmlElement {
  const id = from.attributes.get('r:embed')
  if (id === undefined)
    throw documentRefused(
      from.attributes.has('r:link') ? CONTENT_ELSEWHERE : 'A picture of the document is missing. Insert it again.',
    )
  const related = place.part.source.related.get(id)
  if (related?.kind !== 'image') throw documentRefused(CONTENT_ELSEWHERE)
  const { attributes, children } = rebuildElement(from, place)
  return { name: from.name, attributes: new Map([...attributes, ['r:embed', place.part.refer(related)]]), children }
}
