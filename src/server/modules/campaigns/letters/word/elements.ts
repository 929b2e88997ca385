import { HIGHEST, isPlainValue, PRINTED, REFUSED, type Rule } from './vocabulary'
import { element, elementsIn, NAMESPACES, type XmlElement, type XmlNode } from './xml'

/** LibreOffice draws these; for others it takes the alternative. */
const UNDERSTOOD: ReadonlySet<string> = new Set(['wps', 'wpg', 'wp14'].map((prefix) => NAMESPACES[prefix] ?? ''))

/** The alternative that LibreOffice can draw. */
export function chosenAlternative(from: XmlElement): XmlElement | undefined {
  const alternatives = elementsIn(from)
  return (
    alternatives.find((child) => child.name === 'mc:Choice' && isUnderstood(child)) ??
    alternatives.find(({ name }) => name === 'mc:Fallback')
  )
}

const isUnderstood = (choice: XmlElement) =>
  (choice.attributes.get('Requires') ?? '').split(' ').every((namespace) => UNDERSTOOD.has(namespace))

/** Whether an attribute is copied. */
export const isKeptAttribute = (parent: string, name: string, value: string, rule: Rule): boolean => {
  if (!rule.attributes.has(name)) return false
  if (parent === 'w:lvlText') return value.length <= 255
  const highest = HIGHEST[`${parent} ${name}`]
  return isPlainValue(value) && (highest === undefined || !(Number(value) > highest))
}

/** Whether end spaces count; `inherited` where unstated. */
export const keepsSpace = (from: XmlElement, inherited: boolean): boolean => {
  const given = from.attributes.get('xml:space')
  return given === undefined ? inherited : given === 'preserve'
}

/** Without nested elements' text. */
export const textIn = (from: XmlElement): string => from.children.filter((child) => typeof child === 'string').join('')

/** A number or a word: anything else becomes zero. */
export function plainText(from: XmlElement): string {
  const text = textIn(from).trim()
  return /^-?\w{1,20}$/.test(text) ? text : '0'
}

/** Whether it contains an element of this name at any depth. */
export const contains = (from: XmlElement, name: string): boolean =>
  elementsIn(from).some((child) => child.name === name || contains(child, name))

/** All text of an element. */
export const textWithin = (from: XmlElement): string =>
  from.children.map((child) => (typeof child === 'string' ? child : textWithin(child))).join('')

/** What paper would lack without it, in words. */
export function lostInPrint(from: XmlElement, name: string): string | undefined {
  const words = REFUSED.get(from.name)
  if (words !== undefined) return words
  if (PRINTED.has(from.name))
    return `The document has something in it that a letter cannot have (${name.slice(name.lastIndexOf('}') + 1, 60)}). Take it out and upload it again.`
  for (const child of elementsIn(from)) {
    const lost = lostInPrint(child, name)
    if (lost !== undefined) return lost
  }
  return undefined
}

/** Word requires cells and text boxes to end with a paragraph. */
export function endingWithParagraph(from: XmlElement): XmlElement {
  const last = from.children.at(-1)
  if (typeof last === 'object' && last.name === 'w:p') return from
  return { ...from, children: [...from.children, element('w:p')] }
}

/** Only if its value is plain words. */
export function compatSetting(from: XmlElement): XmlNode[] {
  const uri = 'http://schemas.microsoft.com/office/word'
  const name = from.attributes.get('w:name') ?? ''
  const value = from.attributes.get('w:val') ?? ''
  const isWords = from.attributes.get('w:uri') === uri && /^\w{1,60}$/.test(name) && /^\d{1,3}$/.test(value)
  return isWords ? [element(from.name, { 'w:name': name, 'w:uri': uri, 'w:val': value })] : []
}
