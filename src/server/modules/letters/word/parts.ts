/**
 * Policy (decision 35): what may be in a Word document that this server fills in and converts. No macros, no controls,
 * no embedded programs; nothing that is fetched when it is opened, be it a picture, a text or a template, from the
 * network or from this machine; no document type definitions. The reference to the template that a document was
 * written with, which Word puts into many, is taken out instead of refused.
 */
import { DOMParser, XMLSerializer, type Document, type Element } from '@xmldom/xmldom'
import { damaged, refused, SAVE_AGAIN } from './refusal'

/** The parts of a package by their names. */
export type Parts = Map<string, Buffer>

/** Parsing takes ten times its size: no letter's text comes near. */
const XML_LIMIT_BYTES = 8 * 1024 * 1024

const MAIN_TYPE = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml'
const ELSEWHERE = 'The document takes pictures or text from elsewhere. Insert them into the document itself.'
const EMBEDDED = 'The document has programs, controls or other documents in it. Take them out and upload it again.'

/** Fields that read a file, an address or a database when the document is opened. */
const FETCHING_FIELD = /^\s*(INCLUDETEXT|INCLUDEPICTURE|INCLUDE|IMPORT|DDE|DDEAUTO|LINK|DATABASE|RD|AUTOTEXT|MACROBUTTON|EMBED)\b/i

/** The document's parts as they may be stored. @throws Fault 422 with why they may not. */
export function cleanParts(parts: Parts): Parts {
  judgeTypes(parts)
  const clean: Parts = new Map()
  for (const [name, content] of parts) {
    if (name.endsWith('.rels')) clean.set(name, cleanRelationships(content))
    else clean.set(name, name.endsWith('.xml') ? judgeXml(name, content) : content)
  }
  return clean
}

function judgeTypes(parts: Parts): void {
  const types = parts.get('[Content_Types].xml')
  const root = parts.get('_rels/.rels')
  if (!types || !root) throw refused(`This is not a Word document. ${SAVE_AGAIN}`)
  const declared = elements(parse(types), 'Override', 'Default').map((element) => ({
    part: element.getAttribute('PartName') ?? '',
    type: (element.getAttribute('ContentType') ?? '').toLowerCase(),
  }))
  const names = [...parts.keys()].map((name) => name.toLowerCase())
  if (declared.some(({ type }) => /macroenabled|vbaproject|vbadata/.test(type)) || names.some((name) => /vba(project|data)/.test(name))) {
    throw refused('The document contains macros. Save it as a Word document without macros (.docx) and upload it again.')
  }
  if (declared.some(({ type }) => /activex|oleobject|x-msdownload/.test(type))) throw refused(EMBEDDED)
  const target = elements(parse(root), 'Relationship')
    .find((element) => element.getAttribute('Type')?.endsWith('/officeDocument'))
    ?.getAttribute('Target')
    ?.replace(/^\//, '')
  const main = declared.find(({ part }) => part === `/${target ?? ''}`)
  if (main?.type !== MAIN_TYPE || !parts.has(target ?? '')) throw refused(`This is not a Word document. ${SAVE_AGAIN}`)
}

function cleanRelationships(content: Buffer): Buffer {
  const document = parse(content)
  for (const element of elements(document, 'Relationship')) {
    const type = element.getAttribute('Type') ?? ''
    if (/\/(aFChunk|oleObject|control)$/.test(type)) throw refused(EMBEDDED)
    if (element.getAttribute('TargetMode') !== 'External' || type.endsWith('/hyperlink')) continue
    if (!type.endsWith('/attachedTemplate')) throw refused(ELSEWHERE)
    element.parentNode?.removeChild(element)
  }
  return Buffer.from(new XMLSerializer().serializeToString(document))
}

function judgeXml(name: string, content: Buffer): Buffer {
  if (name === '[Content_Types].xml') return content
  const document = parse(content)
  let field = ''
  for (const element of elements(document, 'fldChar', 'fldSimple', 'instrText', 'imagedata', 'attachedTemplate')) {
    switch (element.localName) {
      case 'fldChar':
        field = ''
        break
      case 'instrText':
        // Word may cut a field's words anywhere.
        field += element.textContent ?? ''
        break
      case 'fldSimple':
        field = element.getAttribute('w:instr') ?? ''
        break
      case 'imagedata':
        if (element.hasAttribute('src')) throw refused(ELSEWHERE)
        break
      case 'attachedTemplate':
        // What it refers to is taken out of the relationships.
        element.parentNode?.removeChild(element)
    }
    if (FETCHING_FIELD.test(field)) throw refused(ELSEWHERE)
  }
  return name === 'word/settings.xml' ? Buffer.from(new XMLSerializer().serializeToString(document)) : content
}

/** @throws Fault 422 for what is not XML in UTF-8 without a document type. */
function parse(content: Buffer): Document {
  if (content.length > XML_LIMIT_BYTES) throw refused('The document holds more than a letter can. Make it smaller, and upload it again.')
  const text = content.toString('utf8')
  const encoding = /^\uFEFF?\s*<\?xml[^>]*encoding\s*=\s*["']([^"']*)/i.exec(text)?.[1] ?? 'utf-8'
  if (/<!(DOCTYPE|ENTITY)/i.test(text) || text.includes('\0') || !/^(utf-8|us-ascii)$/i.test(encoding)) throw damaged()
  try {
    return new DOMParser({
      onError: (level, message) => {
        if (level !== 'warning') throw new Error(message)
      },
    }).parseFromString(text.replace(/^\uFEFF/, ''), 'text/xml')
  } catch {
    throw damaged()
  }
}

/** The elements of these local names, whatever their prefix, in the order of the document. */
function elements(document: Document, ...names: string[]): Element[] {
  const found: Element[] = []
  for (const element of document.getElementsByTagNameNS('*', '*')) {
    if (names.includes(element.localName ?? '')) found.push(element)
  }
  return found
}
