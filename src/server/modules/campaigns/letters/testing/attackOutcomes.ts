/** What documents of attackers come to, for the tests of what reads them. */
import { expect } from 'vitest'
import { Fault } from '../../../../http/faults'
import { checkDocument } from '../word/package'
import { pictureKind } from '../word/packing'
import { VOCABULARY } from '../word/vocabulary'
import { createXmlParser, elementsIn, type XmlElement } from '../word/xml'
import { relation } from './attackMarkup'
import { exampleDocument, unzipParts, type DocumentChanges } from './documents'

export const PICTURE = relation('image', 'media/i.png')
export const inRun = (content: string) => `<w:p><w:r>${content}</w:r></w:p>`

export const SECRET = 'file:///srv/doorstep/another-council.png'
export const svg = (href = SECRET) =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"><image width="9" height="9" xlink:href="${href}"/></svg>`

/** In the words of a refusal. */
export const REFUSED_ELSEWHERE = 'takes pictures or text from elsewhere'

/** Every part, relation, element and attribute is one that a letter may have; pictures are pictures. */
export function expectOurs(document: Buffer): void {
  const parse = createXmlParser()
  const judge = (element: XmlElement) => {
    const rule = VOCABULARY.get(element.name)
    expect(rule, element.name).toBeDefined()
    for (const name of element.attributes.keys()) expect(rule?.attributes).toContain(name)
    for (const child of elementsIn(element)) expect(rule?.children).toContain(child.name)
    elementsIn(element).forEach(judge)
  }
  for (const [name, content] of Object.entries(unzipParts(document))) {
    expect(name).toMatch(
      /^(\[Content_Types\]\.xml|_rels\/\.rels|word\/(_rels\/)?(document|styles|numbering|settings|fontTable|header\d+|footer\d+|footnotes|endnotes)\.xml(\.rels)?|word\/theme\/theme1\.xml|word\/media\/image\d+\.(png|jpeg))$/,
    )
    const text = Buffer.from(content).toString('latin1')
    expect(text).not.toMatch(/file:|TargetMode|svg|oleObject|aFChunk|another-council/i)
    expect(text).not.toMatch(/<w:instrText[^>]*>(?! (PAGE|NUMPAGES|DATE|TIME) )/)
    if (name.startsWith('word/media/')) expect(pictureKind(content)).toBeDefined()
    else if (name.startsWith('word/') && !name.includes('_rels/')) judge(parse(content))
  }
}

/** What comes of a document: the words of its refusal, or the document, which is ours in each of its parts. */
export async function outcome(changes: DocumentChanges): Promise<string> {
  try {
    const document = await checkDocument(exampleDocument(changes))
    expectOurs(document)
    return 'taken'
  } catch (error) {
    if (error instanceof Fault && error.status === 422) return error.message
    throw error
  }
}
