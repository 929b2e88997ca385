import { describe, expect, test } from 'vitest'
import { drawing, field, group, relation, shape, makeStrict, WPG } from '../testing/attackMarkup'
import { REFUSED_ELSEWHERE, expectOurs, inRun, outcome, PICTURE, SECRET, svg } from '../testing/attackOutcomes'
import { withDescriptors, zip64 } from '../testing/attackPackages'
import {
  exampleDocument,
  external,
  wordParagraph,
  unzipParts,
  textOfPart,
  makeZip,
  type DocumentChanges,
} from '../testing/documents'
import { readLetterDocument } from './letterDocument'
import { checkDocument } from './package'
import { VOCABULARY } from './vocabulary'
import { NAMESPACES } from './xml'

describe('a field or relation under another name', () => {
  const FIELD = 'INCLUDEPICTURE "file:///etc/passwd"'
  const W = NAMESPACES.w ?? ''
  const complex = (...pieces: string[]) =>
    `<w:p><w:r><w:fldChar w:fldCharType="begin"/></w:r>${pieces.map((piece) => `<w:r><w:instrText>${piece}</w:instrText></w:r>`).join('')}<w:r><w:fldChar w:fldCharType="separate"/></w:r><w:r><w:t>x</w:t></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r></w:p>`
  test.each<[string, DocumentChanges, string]>([
    [
      'an instruction under another prefix',
      { body: `<w:p><w:fldSimple xmlns:q="${W}" q:instr='${FIELD}'/></w:p>` },
      REFUSED_ELSEWHERE,
    ],
    ['an instruction in pieces', { body: complex(' INC', 'LUDE', 'PICTURE x') }, REFUSED_ELSEWHERE],
    [
      'an instruction made by another field',
      {
        body: '<w:p><w:r><w:fldChar w:fldCharType="begin"/><w:fldChar w:fldCharType="begin"/><w:instrText>QUOTE</w:instrText><w:fldChar w:fldCharType="separate"/><w:t>INCLUDE</w:t><w:fldChar w:fldCharType="end"/><w:instrText>TEXT x</w:instrText><w:fldChar w:fldCharType="end"/></w:r></w:p>',
      },
      REFUSED_ELSEWHERE,
    ],
    ['a link to a file', { body: complex(' LINK Word.Document.8 x') }, REFUSED_ELSEWHERE],
    ['mail merge', { body: complex(' MERGEFIELD FirstName ') }, 'mail merge (MERGEFIELD)'],
    ['a field that nobody knows', { body: complex(' FOO bar ') }, 'a field that a letter cannot have (FOO)'],
    [
      'a field without an end',
      { body: '<w:p><w:r><w:fldChar w:fldCharType="begin"/><w:instrText>PAGE</w:instrText></w:r></w:p>' },
      'a field that is not complete',
    ],
    [
      'an OLE link by way of a hyperlink',
      {
        body: inRun(
          '<w:object><o:OLEObject xmlns:o="urn:schemas-microsoft-com:office:office" r:id="rId9"/></w:object>',
        ),
        relationships: external('hyperlink', SECRET),
      },
      'programs, controls or other documents',
    ],
    [
      'another text by way of a hyperlink',
      { body: '<w:altChunk r:id="rId9"/>', relationships: external('hyperlink', SECRET) },
      'programs, controls or other documents',
    ],
    [
      'a part of a larger document by way of a hyperlink',
      { body: '<w:p><w:subDoc r:id="rId9"/></w:p>', relationships: external('hyperlink', SECRET) },
      'programs, controls or other documents',
    ],
    [
      'tracked changes',
      { body: `<w:p><w:ins w:id="1" w:author="x"><w:r><w:t>new</w:t></w:r></w:ins></w:p>` },
      'tracked changes',
    ],
    [
      'a chart',
      {
        body: inRun(
          '<w:drawing><wp:inline><wp:docPr id="1" name="x"/><a:graphic><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/chart"/></a:graphic></wp:inline></w:drawing>',
        ),
      },
      'The document has a chart.',
    ],
    [
      'words in an element of nobody',
      { body: `<q:box xmlns:q="urn:q">${wordParagraph('lost')}</q:box>` },
      'something in it that a letter cannot have (box)',
    ],
  ])('is refused: %s', async (_what, changes, words) => {
    expect(await outcome(changes)).toContain(words)
  })

  test('is left out when it asks for nothing: page numbers and dates are written afresh, links are text', async () => {
    const body =
      complex(' PAGE \\* MERGEFORMAT "file:///x"') +
      complex('DATE \\@ "d MMMM yyyy" file:///x') +
      complex(' HYPERLINK "file:///x" ')
    const document = await checkDocument(exampleDocument({ body }))
    expectOurs(document)
    expect(textOfPart(document)).toContain(' PAGE 1\n DATE \\@ &quot;d MMMM yyyy&quot; 1\nx\n')
  })
})

describe('a part that prints', () => {
  const footer = (text: string): DocumentChanges => ({
    relationships: relation('footer', 'footer9.bin'),
    contentTypes:
      '<Override PartName="/word/footer9.bin" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.footer+xml"/>',
    body: '<w:p><w:pPr><w:sectPr><w:footerReference w:type="default" r:id="rId7"/></w:sectPr></w:pPr></w:p>',
    parts: {
      'word/footer9.bin': `<q:ftr xmlns:q="${NAMESPACES.w ?? ''}">${wordParagraph(text).replaceAll('w:', 'q:').replaceAll('xml:space', 'q:space')}</q:ftr>`,
    },
  })
  const read = async (changes: DocumentChanges) => readLetterDocument(await checkDocument(exampleDocument(changes)))

  test('is looked through for placeholders and filled in, whatever it is called', async () => {
    await expect(read(footer('((not_|known))'))).rejects.toThrow('((not_known)) is not a placeholder')
    const letter = await read(footer('For ((first_|name))'))
    expect(textOfPart(letter.fill({ first_name: 'Edna' }), 'word/footer1.xml')).toBe('For Edna\n')
  })

  test('has no placeholder that cannot be filled in: cut by a symbol or a break, or in the numbering of a list', async () => {
    const cut = (between: string) => ({ body: `<w:p><w:r><w:t>((first</w:t>${between}<w:t>name))</w:t></w:r></w:p>` })
    for (const between of ['<w:tab/>', '<w:br/>', '<w:sym w:font="Symbol" w:char="F05F"/>'])
      await expect(read(cut(between))).rejects.toThrow(/is cut by|is not a placeholder/)
    await expect(
      read({ body: '<w:p><w:r><w:sym w:font="Arial" w:char="0028"/><w:t>(first_name))</w:t></w:r></w:p>' }),
    ).rejects.toThrow('is cut by a tab, a line break or a symbol')
    const numbering = `<w:numbering xmlns:w="${NAMESPACES.w ?? ''}"><w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="0"><w:lvlText w:val="((iban))"/></w:lvl></w:abstractNum></w:numbering>`
    const listed = {
      relationships: relation('numbering', 'n.bin'),
      contentTypes:
        '<Override PartName="/word/n.bin" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.numbering+xml"/>',
      parts: { 'word/n.bin': numbering },
    }
    await expect(read(listed)).rejects.toThrow('The numbering of a list has double brackets')
  })

  test.each([
    ['a zero-width space', '<w:t>(\u200B(not_known))</w:t>'],
    ['a joiner that no font draws', '<w:t>(\u034F(not_known))</w:t>'],
    ['a soft hyphen', '<w:t>(</w:t><w:softHyphen/><w:t>(not_known))</w:t>'],
    [
      'the anchor of a note without a sign',
      '<w:t>(</w:t><w:footnoteReference w:id="9" w:customMarkFollows="1"/><w:t>(not_known))</w:t>',
    ],
    ['full width', '<w:t>\uFF08\uFF08not_known\uFF09\uFF09</w:t>'],
    ['signs of a font of symbols', '<w:t>\uF028\uF028not_known\uF029\uF029</w:t>'],
    ['one sign for two', '<w:t>\u2E28not_known\u2E29</w:t>'],
  ])('has no brackets that only print shows: %s', async (_what, content) => {
    await expect(read({ body: inRun(content) })).rejects.toThrow('that cannot be seen')
  })

  test('has no symbol whose number programs may read in different ways', async () => {
    await expect(
      read({ body: inRun('<w:sym w:font="Arial" w:char="10028"/><w:t>(not_known))</w:t>') }),
    ).rejects.toThrow('it is damaged')
  })

  const geometry =
    '<a:custGeom><a:pathLst><a:path w="9" h="9"><a:moveTo><a:pt x="0" y="0"/></a:moveTo></a:path></a:pathLst></a:custGeom>'
  const inShape = (content: string) => ({
    body: `<w:p>${drawing(WPG, group('wgp', group('grpSp', shape(content, geometry))))}</w:p>`,
  })
  test('is looked through in shapes of any form, in groups', async () => {
    await expect(read(inShape(wordParagraph('((not_|known))')))).rejects.toThrow('((not_known)) is not a placeholder')
    await expect(read(inShape(field(' INCLUDETEXT x ')))).rejects.toThrow(REFUSED_ELSEWHERE)
    const letter = await read(inShape(wordParagraph('For ((first_|name))')))
    expect(textOfPart(letter.fill({ first_name: 'Edna' }))).toContain('For Edna')
  })

  test('is filled in in a footnote', async () => {
    const note = (id: number, text: string) => `<w:footnote w:id="${id}">${wordParagraph(text)}</w:footnote>`
    const letter = await read({
      body: inRun('<w:t>See</w:t><w:footnoteReference w:id="2"/>'),
      relationships: relation('footnotes', 'footnotes.xml'),
      contentTypes:
        '<Override PartName="/word/footnotes.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.footnotes+xml"/>',
      parts: {
        'word/footnotes.xml': `<w:footnotes xmlns:w="${NAMESPACES.w ?? ''}">${note(2, 'Of ((first_name))')}</w:footnotes>`,
      },
    })
    expect(textOfPart(letter.fill({ first_name: 'Edna' }), 'word/footnotes.xml')).toContain('Of Edna')
  })
})

describe('a package or XML of another form', () => {
  const right = unzipParts(exampleDocument())
  const taken = async (bytes: Buffer) => readLetterDocument(await checkDocument(bytes)).placeholders.length > 0

  test('is read as what it is: ZIP64, sizes after the content, Strict Open XML', async () => {
    expect(await taken(zip64(right))).toBe(true)
    expect(await taken(withDescriptors(right, (size) => size))).toBe(true)
    expect(await taken(makeStrict({}))).toBe(true)
    await expect(taken(makeStrict({ body: wordParagraph('((not_|known))') }))).rejects.toThrow('((not_known))')
  })

  test.each(Object.keys(right))('has no document type in %s', async (name) => {
    const part = Buffer.from(right[name] ?? [])
    const typed = Buffer.concat([Buffer.from('<!DOCTYPE x [<!ENTITY x SYSTEM "file:///etc/passwd">]>'), part])
    expect(await outcome({ parts: { [name]: typed } })).toContain('it is damaged')
  })

  test('has no two parts of one name', async () => {
    const twice = makeZip({ 'word/documenu.xml': right['word/header1.xml'] ?? '', ...right })
    const bytes = Buffer.from(twice.toString('latin1').replaceAll('documenu', 'document'), 'latin1')
    await expect(taken(bytes)).rejects.toThrow('it is damaged')
    await expect(taken(makeZip({ ...right, 'word/Document.xml': 'x' }))).rejects.toThrow('it is damaged')
  })
})

describe('what would stop the server', () => {
  test.each<[string, string]>([
    ['200,000 runs', `<w:p>${'<w:r/>'.repeat(200_000)}</w:p>`],
    ['100,000 paragraphs in each other', '<w:p>'.repeat(100_000) + '</w:p>'.repeat(100_000)],
    ['20,000 paragraphs of brackets', wordParagraph('((').repeat(20_000)],
    ['fields in fields', inRun('<w:fldChar w:fldCharType="begin"/>'.repeat(30))],
  ])('is refused: %s', async (_what, body) => {
    expect(await outcome({ body })).toContain('The document holds more than a letter can.')
  })

  test('is no trouble in a comment', async () => {
    expect(await outcome({ body: `<!--${'<w:t '.repeat(16_000)}<w:p -->` })).toBe('taken')
  })
})

test('whatever goes in, what comes out is made of what a letter may have, or it is refused in words', async () => {
  // The same numbers each time.
  let seed = 20_261_122
  const random = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below
  const pick = (from: readonly string[]) => from[random(from.length)] ?? ''
  const names = [...VOCABULARY.keys()].filter((name) => !name.startsWith('wpg:') && !name.startsWith('wp14:'))
  const others = [
    'v:imagedata',
    'v:shape',
    'q:thing',
    'w:hyperlink',
    'w:sdt',
    'w:sdtContent',
    'w:pict',
    'w:unknown',
    'mc:AlternateContent',
    'mc:Fallback',
  ]
  const values = [
    '1',
    SECRET,
    'https://evil.example/',
    '\\\\host\\share',
    'INCLUDETEXT x',
    'rId1',
    'rId7',
    'begin',
    'end',
  ]
  const attributes = ['w:val', 'r:id', 'r:embed', 'r:link', 'w:instr', 'href', 'src', 'uri', 'w:type', 'w:fldCharType']
  const tree = (depth: number): string => {
    const name = random(8) === 0 ? pick(others) : pick(names)
    const given = new Map(Array.from({ length: random(3) }, () => [pick(attributes), pick(values)]))
    const children =
      depth === 0 ? pick(['', 'text', SECRET]) : Array.from({ length: random(4) }, () => tree(depth - 1)).join('')
    return `<${name} xmlns:pic="${NAMESPACES.pic ?? ''}" xmlns:q="urn:q"${[...given].map(([key, value]) => ` ${key}="${value}"`).join('')}>${children}</${name}>`
  }
  const around = [
    '',
    'w:p',
    'w:p w:r',
    'w:p w:pPr',
    'w:p w:r w:rPr',
    'w:tbl w:tr w:tc w:p w:r',
    'w:p w:r w:drawing wp:inline',
  ]
  let taken = 0
  for (let round = 0; round < 200; round++) {
    const path = pick(around).split(' ').filter(Boolean)
    const body = path.reduceRight(
      (inside, name) => `<${name}>${inside}</${name}>`,
      Array.from({ length: 3 }, () => tree(random(4))).join(''),
    )
    if ((await outcome({ body, relationships: PICTURE, parts: { 'word/media/i.png': svg() } })) === 'taken') taken++
  }
  expect(taken).toBeGreaterThan(10)
})
