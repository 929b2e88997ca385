/** Strict, linear-time XML: a tree by namespace, written back with our own prefixes. */
import { SaxesParser } from 'saxes'
import { Fault } from '../../../../http/faults'
import { documentDamaged, documentTooLarge } from './refusal'

/** `w:p` where the namespace is in {@link NAMESPACES}, else `{namespace}name`. */
export interface XmlElement {
  readonly name: string
  /** Without a prefix where there is no namespace. */
  readonly attributes: ReadonlyMap<string, string>
  readonly children: readonly XmlNode[]
}
export type XmlNode = XmlElement | string

/** Over all parts. */
const ELEMENTS_LIMIT = 50_000
const DEPTH_LIMIT = 100
const ATTRIBUTES_LIMIT = 200
/** Word stores a shape's fallback in one attribute. */
const ATTRIBUTE_LIMIT = 1024 * 1024
const PART_LIMIT_BYTES = 8 * 1024 * 1024
const DOCUMENT_LIMIT_BYTES = 16 * 1024 * 1024

const OFFICE = 'http://schemas.openxmlformats.org'

export const NAMESPACES: Readonly<Record<string, string>> = {
  w: `${OFFICE}/wordprocessingml/2006/main`,
  r: `${OFFICE}/officeDocument/2006/relationships`,
  a: `${OFFICE}/drawingml/2006/main`,
  pic: `${OFFICE}/drawingml/2006/picture`,
  wp: `${OFFICE}/drawingml/2006/wordprocessingDrawing`,
  wp14: 'http://schemas.microsoft.com/office/word/2010/wordprocessingDrawing',
  wps: 'http://schemas.microsoft.com/office/word/2010/wordprocessingShape',
  wpg: 'http://schemas.microsoft.com/office/word/2010/wordprocessingGroup',
}

/** Including read-only ones and those of "Strict Open XML". */
const PREFIXES: ReadonlyMap<string, string> = new Map([
  ...Object.entries(NAMESPACES).map(([prefix, uri]) => [uri, prefix] as const),
  ['http://www.w3.org/XML/1998/namespace', 'xml'],
  [`${OFFICE}/package/2006/content-types`, 'types'],
  [`${OFFICE}/package/2006/relationships`, 'rels'],
  [`${OFFICE}/markup-compatibility/2006`, 'mc'],
  [`${OFFICE}/officeDocument/2006/math`, 'm'],
  ['http://schemas.microsoft.com/office/word/2010/wordml', 'w14'],
  ['urn:schemas-microsoft-com:vml', 'v'],
  ['urn:schemas-microsoft-com:office:office', 'o'],
  ['http://purl.oclc.org/ooxml/wordprocessingml/main', 'w'],
  ['http://purl.oclc.org/ooxml/officeDocument/relationships', 'r'],
  ['http://purl.oclc.org/ooxml/drawingml/main', 'a'],
  ['http://purl.oclc.org/ooxml/drawingml/picture', 'pic'],
  ['http://purl.oclc.org/ooxml/drawingml/wordprocessingDrawing', 'wp'],
  ['http://purl.oclc.org/ooxml/officeDocument/math', 'm'],
])

const readName = (uri: string, local: string) => {
  const prefix = PREFIXES.get(uri)
  if (prefix !== undefined) return `${prefix}:${local}`
  return uri === '' ? local : `{${uri}}${local}`
}

interface OpenElement extends XmlElement {
  readonly children: XmlNode[]
}

export type XmlParser = (content: Uint8Array) => XmlElement

/** Limits a document's parts together. It throws Fault 422 for malformed or too much XML. */
export function createXmlParser(): XmlParser {
  let elements = 0
  let bytes = 0
  return (content) => {
    bytes += content.length
    if (content.length > PART_LIMIT_BYTES || bytes > DOCUMENT_LIMIT_BYTES) throw documentTooLarge()
    try {
      return parse(content, () => {
        if (++elements > ELEMENTS_LIMIT) throw documentTooLarge()
      })
    } catch (error) {
      throw error instanceof Fault ? error : documentDamaged()
    }
  }
}

function parse(content: Uint8Array, count: () => void): XmlElement {
  const { text, encoding } = decoded(content)
  const parser = new SaxesParser({ xmlns: true, position: false, defaultXMLVersion: '1.0', forceXMLVersion: true })
  const open: OpenElement[] = []
  let root: XmlElement | undefined
  let attributeCount = 0
  parser.on('xmldecl', (declaration) => {
    if (declaration.version !== '1.0' || !encoding.test(declaration.encoding ?? '')) throw documentDamaged()
  })
  parser.on('doctype', () => {
    throw documentDamaged()
  })
  parser.on('opentagstart', () => {
    attributeCount = 0
    count()
    if (open.length >= DEPTH_LIMIT) throw documentTooLarge()
  })
  parser.on('attribute', ({ value }) => {
    if (++attributeCount > ATTRIBUTES_LIMIT || value.length > ATTRIBUTE_LIMIT) throw documentTooLarge()
  })
  parser.on('opentag', (tag) => {
    const found = Object.values(tag.attributes).filter(({ prefix, name }) => prefix !== 'xmlns' && name !== 'xmlns')
    const name = readName(tag.uri, tag.local)
    const attributes = new Map(found.map(({ uri, local, value }) => [readName(uri, local), value]))
    const required = name === 'mc:Choice' ? attributes.get('Requires') : undefined
    if (required !== undefined) {
      // A list of prefixes, stored as namespaces.
      const namespaces = required.split(/\s+/).map((prefix) => tag.ns[prefix] ?? parser.resolve(prefix) ?? '')
      attributes.set('Requires', namespaces.join(' '))
    }
    const element: OpenElement = { name, attributes, children: [] }
    open.at(-1)?.children.push(element)
    root ??= element
    open.push(element)
  })
  parser.on('closetag', () => open.pop())
  const addText = (piece: string) => open.at(-1)?.children.push(piece)
  parser.on('text', addText)
  parser.on('cdata', addText)
  parser.write(text).close()
  if (!root) throw documentDamaged()
  return root
}

function decoded(content: Uint8Array): { text: string; encoding: RegExp } {
  const [first, second] = content
  const utf16 =
    first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : undefined
  const text = new TextDecoder(utf16 ?? 'utf-8', { fatal: true }).decode(content)
  return { text, encoding: utf16 ? /^(utf-16(le|be)?)?$/i : /^(utf-8|us-ascii)?$/i }
}

/** New text, following elements, or undefined to remove it. */
export type XmlChange = string | { readonly text?: string; readonly after: readonly XmlElement[] } | undefined
export type XmlChanges = ReadonlyMap<XmlElement, XmlChange>

/** Declares {@link NAMESPACES} on the root. */
export function writeXml(root: XmlElement, changes: XmlChanges): string {
  const out = ['<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n']
  const write = (node: XmlNode, declarations: string) => {
    if (typeof node === 'string') {
      out.push(escaped(node))
      return
    }
    const change = changes.get(node)
    if (change === undefined && changes.has(node)) return
    const { text, after } = typeof change === 'object' ? change : { text: change, after: [] }
    out.push('<', node.name, declarations)
    for (const [name, value] of node.attributes) out.push(' ', name, '="', escaped(value), '"')
    out.push('>')
    if (text !== undefined) out.push(escaped(text))
    else for (const child of node.children) write(child, '')
    out.push('</', node.name, '>')
    for (const next of after) write(next, '')
  }
  write(
    root,
    Object.entries(NAMESPACES)
      .map(([prefix, uri]) => ` xmlns:${prefix}="${uri}"`)
      .join(''),
  )
  return out.join('')
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
  '\t': '&#9;',
  '\n': '&#10;',
  '\r': '&#13;',
}

const escaped = (text: string) => text.replace(/[&<>"'\t\n\r]/g, (sign) => ESCAPES[sign] ?? '')

/** Builds an element. */
export const element = (
  name: string,
  attributes: Readonly<Record<string, string>> = {},
  children: readonly XmlNode[] = [],
): XmlElement => ({
  name,
  attributes: new Map(Object.entries(attributes)),
  children,
})

/** Children without text. */
export const elementsIn = (parent: XmlElement): XmlElement[] =>
  parent.children.filter((child) => typeof child !== 'string')
