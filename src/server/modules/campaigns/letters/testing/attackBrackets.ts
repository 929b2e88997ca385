/** Brackets that only print shows, so that a placeholder stays in a letter. */
import { exampleDocument, wordParagraph, type DocumentChanges } from './documents'
import type { AttackDocument } from './attackTypes'
import { PREFIXES, run, markupText, p, field, withPart, inEachPart } from './attackMarkup'

/** Makes the documents. */
export function bracketAttacks(): AttackDocument[] {
  const made: [string, Buffer][] = []
  const add = (name: string, changes: DocumentChanges) => made.push([name, exampleDocument(changes)])
  const hidden: readonly (readonly [string, string])[] = [
    ...[
      '200B',
      '200C',
      '200D',
      '2060',
      'FEFF',
      '00AD',
      '200E',
      '202A',
      '2066',
      '180E',
      '034F',
      '200A',
      'FE0F',
      'E0001',
      '115F',
      '3164',
    ].map((code) => [`U+${code}`, p(markupText(`(&#x${code};(not_known)&#x${code};)`))] as const),
    [
      'hidden text',
      p(
        markupText('('),
        markupText('x', '<w:vanish/>'),
        markupText('(not_known)'),
        markupText('x', '<w:vanish/>'),
        markupText(')'),
      ),
    ],
    ['text hidden on the web', p(markupText('('), markupText('x', '<w:webHidden/>'), markupText('(not_known))'))],
    [
      'white text',
      p(markupText('('), markupText('x', '<w:color w:val="FFFFFF"/><w:sz w:val="2"/>'), markupText('(not_known))')),
    ],
    [
      'hidden end of a paragraph',
      `<w:p><w:pPr><w:rPr><w:vanish/></w:rPr></w:pPr>${markupText('(')}</w:p>${p(markupText('(not_known))'))}`,
    ],
    ['soft hyphen', p(run('<w:t>(</w:t><w:softHyphen/><w:t>(not_known))</w:t>'))],
    ['symbols', p(run('<w:sym w:font="Arial" w:char="0028"/>'.repeat(2)), markupText('not_known))'))],
    ['a symbol of a large number', p(run('<w:sym w:font="Arial" w:char="10028"/>'), markupText('(not_known))'))],
    [
      'signs of a symbol font',
      p(markupText('&#xF028;&#xF028;not_known&#xF029;&#xF029;', '<w:rFonts w:ascii="Symbol" w:hAnsi="Symbol"/>')),
    ],
    ['full width', p(markupText('&#xFF08;&#xFF08;not_known&#xFF09;&#xFF09;'))],
    ['double brackets as one sign', p(markupText('&#x2E28;not_known&#x2E29;'))],
    [
      'two lines in one',
      p(markupText('(not_known)', '<w:eastAsianLayout w:id="1" w:combine="1" w:combineBrackets="round"/>')),
    ],
    [
      'a wrapper',
      p(
        `<w:smartTag w:element="x">${markupText('(')}</w:smartTag>`,
        `<w:hyperlink w:anchor="x">${markupText('(not_known))')}</w:hyperlink>`,
      ),
    ],
    [
      'a bookmark',
      p(
        markupText('('),
        '<w:bookmarkStart w:id="1" w:name="x"/>',
        markupText('(not_known'),
        '<w:proofErr w:type="spellStart"/>',
        markupText('))'),
      ),
    ],
    ['a field', p(markupText('('), field(' REF x ').slice(5, -6).replace('result', '('), markupText('not_known))'))],
    [
      'an empty field',
      p(
        markupText('('),
        run(
          '<w:fldChar w:fldCharType="begin"/><w:instrText> SET x </w:instrText><w:fldChar w:fldCharType="separate"/><w:fldChar w:fldCharType="end"/>',
        ),
        markupText('(not_known))'),
      ),
    ],
    [
      'a note',
      p(markupText('('), run('<w:footnoteReference w:id="9" w:customMarkFollows="1"/>'), markupText('(not_known))')),
    ],
    ['a placeholder that is empty', p(markupText('(((address_line_7))(not_known))'))],
  ]
  for (const [name, body] of hidden) add(`brackets: ${name}`, { body })
  for (const [part, changes] of inEachPart(wordParagraph('((not_|known))'))) add(`brackets in ${part}`, changes)
  for (const before of ['(', '(%2', '(&#x200B;', '((']) {
    const list = `<w:numbering ${PREFIXES}><w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="decimal"/><w:suff w:val="nothing"/><w:lvlText w:val="${before}"/></w:lvl></w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num></w:numbering>`
    add(
      `brackets: numbering ${before}`,
      withPart(
        'numbering',
        list,
        p('<w:pPr><w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr></w:pPr>', markupText('(not_known))')),
      ),
    )
  }
  return made
}
