/** Fields that fetch what is not theirs, in each part of a document and in odd forms. */
import { exampleDocument, type DocumentChanges } from './documents'
import type { AttackDocument, Baits } from './attackTypes'
import { run, markupText, p, field, attribute, inEachPart } from './attackMarkup'

/** Makes the documents. */
export function fieldAttacks(baits: Baits): AttackDocument[] {
  const made: [string, Buffer][] = []
  const add = (name: string, changes: DocumentChanges) => made.push([name, exampleDocument(changes)])
  // Fields, in each part that prints.
  const fetching = [
    'INCLUDETEXT',
    'INCLUDEPICTURE',
    'LINK Word.Document.8',
    'DDE',
    'DDEAUTO',
    'IMPORT',
    'RD',
    'DATABASE \\d',
    'QUOTE',
    'HYPERLINK',
    'FILENAME \\p',
    'TEMPLATE \\p',
    'DATE \\@',
  ]
  for (const instruction of fetching) {
    const target = /TEXT|LINK|RD|DDE/.test(instruction) ? baits.word : baits.picture
    for (const [part, changes] of inEachPart(field(` ${instruction} "${attribute(target)}" \\d `)))
      add(`field ${instruction} in ${part}`, changes)
  }
  add('field in a nest of QUOTE', {
    body: p(
      run('<w:fldChar w:fldCharType="begin"/>'),
      run('<w:instrText> QUOTE </w:instrText>'),
      field(` INCLUDETEXT "${baits.text}" `).slice(5, -6),
      run('<w:fldChar w:fldCharType="end"/>'),
    ),
  })
  // Instructions of fields in odd forms.
  const signs = (inside: string) =>
    p(
      run('<w:fldChar w:fldCharType="begin"/>'),
      run(inside),
      run('<w:fldChar w:fldCharType="separate"/>'),
      markupText('result'),
      run('<w:fldChar w:fldCharType="end"/>'),
    )
  const path = attribute(` "${baits.word}" `)
  for (const [name, body] of [
    ['cut by a comment', signs(`<w:instrText>INCLUDE<!-- -->TEXT${path}</w:instrText>`)],
    ['in CDATA', signs(`<w:instrText><![CDATA[INCLUDE]]>TEXT${path}</w:instrText>`)],
    ['by number', signs(`<w:instrText>&#73;NCLUDETEXT${path}</w:instrText>`)],
    [
      'in small letters after a space that does not break',
      signs(`<w:instrText>&#xA0;includetext${path}</w:instrText>`),
    ],
    ['after a sign that cannot be seen', signs(`<w:instrText>&#x200B;INCLUDETEXT${path}</w:instrText>`)],
    ['written wide', signs(`<w:instrText>&#xFF29;NCLUDETEXT${path}</w:instrText>`)],
    ['as text', signs(`<w:t>INCLUDETEXT${path}</w:t>`)],
    ['of deleted text', signs(`<w:delInstrText>INCLUDETEXT${path}</w:delInstrText>`)],
    ['behind a page number', signs(`<w:instrText>PAGE \\* MERGEFORMAT INCLUDETEXT${path}</w:instrText>`)],
    [
      'over two paragraphs',
      signs(`<w:instrText>INCLUDE</w:instrText></w:r></w:p><w:p><w:r><w:instrText>TEXT${path}</w:instrText>`),
    ],
    ['with a second result', signs(`<w:instrText>PAGE</w:instrText><w:fldChar w:fldCharType="separate"/>`)],
    ['that ends first', p(run('<w:fldChar w:fldCharType="end"/>'), run('<w:fldChar w:fldCharType="begin"/>'))],
    [
      'in a field of its own, in a date',
      p(`<w:fldSimple w:instr=" DATE ">${field(` INCLUDETEXT${path}`).slice(5, -6)}</w:fldSimple>`),
    ],
  ] as const)
    add(`field ${name}`, { body })
  return made
}
