import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { Fault } from '../../../faults'
import { drawing as drawn, field, group, shape, strictOf, WPG } from '../testing/attackMarkup'
import { withDescriptors, zip64 } from '../testing/attackPackages'
import {
  exampleDocument,
  external,
  paragraph,
  partsOf,
  textOfPart,
  zipOf,
  type DocumentChanges,
} from '../testing/documents'
import { readLetterDocument } from './letterDocument'
import { checkDocument } from './package'
import { pictureKind } from './packing'
import { VOCABULARY } from './vocabulary'
import { createXmlParser, elementsIn, NAMESPACES, type XmlElement } from './xml'

const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const relation = (type: string, target: string, id = 'rId7') =>
  `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"/>`
const PICTURE = relation('image', 'media/i.png')
const graphic = (blip: string) =>
  `<a:graphic><a:graphicData uri="${NAMESPACES.pic ?? ''}"><p:pic xmlns:p="${NAMESPACES.pic ?? ''}"><p:nvPicPr><p:cNvPr id="1" name="x"/><p:cNvPicPr/></p:nvPicPr><p:blipFill>${blip}<a:stretch><a:fillRect/></a:stretch></p:blipFill><p:spPr><a:prstGeom prst="rect"/></p:spPr></p:pic></a:graphicData></a:graphic>`
const drawing = (blip = '<a:blip r:embed="rId7"/>') =>
  `<w:drawing><wp:inline><wp:extent cx="9" cy="9"/><wp:docPr id="1" name="x"/>${graphic(blip)}</wp:inline></w:drawing>`
const inRun = (content: string) => `<w:p><w:r>${content}</w:r></w:p>`
const png = () =>
  sharp({ create: { width: 4, height: 3, channels: 3, background: '#0a7' } })
    .png()
    .toBuffer()

const SECRET = 'file:///srv/doorstep/another-council.png'
const svg = (href = SECRET) =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"><image width="9" height="9" xlink:href="${href}"/></svg>`
const nested = `data:image/svg+xml;base64,${Buffer.from(svg()).toString('base64')}`
const withEntity = `<!DOCTYPE svg [<!ENTITY a "${SECRET}">]>${svg('&a;')}`
const utf16 = Buffer.concat([Buffer.from('fffe', 'hex'), Buffer.from(svg(), 'utf16le')])
const SVG_BLIP =
  '<a:blip r:embed="rId7"><a:extLst><a:ext uri="{96DAC541-7B7A-43D3-8B79-37D633B846F1}"><asvg:svgBlip xmlns:asvg="http://schemas.microsoft.com/office/drawing/2016/SVG/main" r:embed="rId8"/></a:ext></a:extLst></a:blip>'
const FALLBACK = (choice: string, content: string) =>
  `<mc:AlternateContent><mc:Choice Requires="x" xmlns:x="urn:${choice}"/><mc:Fallback>${content}</mc:Fallback></mc:AlternateContent>`

/** Every part, relation, element and attribute is one that a letter may have; pictures are pictures. */
function expectOurs(document: Buffer): void {
  const parse = createXmlParser()
  const judge = (element: XmlElement) => {
    const rule = VOCABULARY.get(element.name)
    expect(rule, element.name).toBeDefined()
    for (const name of element.attributes.keys()) expect(rule?.attributes).toContain(name)
    for (const child of elementsIn(element)) expect(rule?.children).toContain(child.name)
    elementsIn(element).forEach(judge)
  }
  for (const [name, content] of Object.entries(partsOf(document))) {
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
async function outcome(changes: DocumentChanges): Promise<string> {
  try {
    const document = await checkDocument(exampleDocument(changes))
    expectOurs(document)
    return 'taken'
  } catch (error) {
    if (error instanceof Fault && error.status === 422) return error.message
    throw error
  }
}

const NEITHER = 'A picture of the document is neither PNG nor JPEG.'
const OLD = 'of an older kind of Word'
const ELSEWHERE = 'takes pictures or text from elsewhere'

describe('a picture that reads a file of the server', () => {
  const named = (name: string, content: string | Buffer, body = inRun(drawing())): DocumentChanges => ({
    body,
    relationships: relation('image', `media/${name}`),
    contentTypes:
      '<Default Extension="svg" ContentType="image/svg+xml"/><Default Extension="png" ContentType="image/png"/><Default Extension="bin" ContentType="image/png"/>',
    parts: { [`word/media/${name}`]: content },
  })
  const vml = (inside: string) => inRun(`<w:pict><v:shape>${inside}</v:shape></w:pict>`)
  const shape = (fill: string) =>
    inRun(
      `<w:drawing><wp:inline><wp:extent cx="9" cy="9"/><wp:docPr id="1" name="x"/><a:graphic><a:graphicData uri="${NAMESPACES.wps ?? ''}"><wps:wsp><wps:cNvSpPr/><wps:spPr>${fill}</wps:spPr><wps:bodyPr/></wps:wsp></a:graphicData></a:graphic></wp:inline></w:drawing>`,
    )
  const twoPictures = relation('image', 'media/i.png') + relation('image', 'media/i.svg', 'rId8')

  test.each<[string, DocumentChanges, string]>([
    ['as .svg', named('i.svg', svg()), NEITHER],
    ['as .png', named('i.png', svg()), NEITHER],
    ['as .bin', named('i.bin', svg()), NEITHER],
    ['as .jpeg', named('i.jpeg', svg()), NEITHER],
    ['nested in a data URI', named('i.png', svg(nested)), NEITHER],
    ['in UTF-16', named('i.png', utf16), NEITHER],
    ['behind an entity', named('i.svg', withEntity), NEITHER],
    [
      'after the first bytes of a PNG',
      named('i.png', Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.from(svg())])),
      'A picture of the document cannot be read.',
    ],
    [
      'after the first bytes of a JPEG',
      named('i.jpeg', Buffer.concat([Buffer.from('ffd8ffe0', 'hex'), Buffer.from(svg())])),
      'A picture of the document cannot be read.',
    ],
    ['as a fallback picture', named('i.svg', svg(), inRun(FALLBACK('other', drawing()))), NEITHER],
    [
      'as a fallback in VML',
      named('i.svg', svg(), inRun(FALLBACK('other', '<w:pict><v:shape><v:imagedata r:id="rId7"/></v:shape></w:pict>'))),
      OLD,
    ],
    ['in VML', named('i.svg', svg(), vml('<v:imagedata r:id="rId7"/>')), OLD],
    [
      'in VML under another prefix',
      named(
        'i.svg',
        svg(),
        inRun('<w:pict><q:rect xmlns:q="urn:schemas-microsoft-com:vml"><q:fill r:id="rId7"/></q:rect></w:pict>'),
      ),
      OLD,
    ],
    [
      'in an object',
      named('i.svg', svg(), inRun('<w:object><v:shape><v:imagedata r:id="rId7"/></v:shape></w:object>')),
      'programs, controls or other documents',
    ],
    [
      'as the filling of a shape',
      named('i.svg', svg(), shape('<a:blipFill><a:blip r:embed="rId7"/></a:blipFill>')),
      NEITHER,
    ],
    [
      'in the header',
      {
        ...named('i.svg', svg(), ''),
        header: inRun(drawing()),
        parts: {
          'word/media/i.svg': svg(),
          'word/_rels/header1.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${relation('image', 'media/i.svg')}</Relationships>`,
        },
      },
      NEITHER,
    ],
    ['that is linked', named('i.svg', svg(), inRun(drawing('<a:blip r:link="rId7"/>'))), ELSEWHERE],
    [
      'as a hyperlink',
      { body: inRun(drawing('<a:blip r:embed="rId9"/>')), relationships: external('hyperlink', SECRET) },
      ELSEWHERE,
    ],
    [
      'as the background of the page',
      named(
        'i.svg',
        svg(),
        `</w:body><w:background><v:background><v:fill r:id="rId7"/></v:background></w:background><w:body>`,
      ),
      'taken',
    ],
  ])('%s is refused, or gone', async (_what, changes, words) => {
    expect(await outcome(changes)).toContain(words)
  })

  test('beside an ordinary picture, as Word stores an SVG, is gone, and the picture stays', async () => {
    const changes = {
      body: inRun(drawing(SVG_BLIP)),
      relationships: twoPictures,
      parts: { 'word/media/i.png': await png(), 'word/media/i.svg': svg() },
    }
    expect(await outcome(changes)).toBe('taken')
    const parts = partsOf(await checkDocument(exampleDocument(changes)))
    expect(Object.keys(parts).filter((name) => name.includes('media'))).toEqual(['word/media/image1.png'])
  })

  test('does not come out of a template that an earlier version took', () => {
    const stored = exampleDocument(named('i.svg', svg()))
    expect(() => readLetterDocument(stored).fill({})).toThrow(NEITHER)
  })
})

describe('a picture', () => {
  const document = (bytes: Buffer) =>
    exampleDocument({ body: inRun(drawing()), relationships: PICTURE, parts: { 'word/media/i.png': bytes } })
  const written = async (bytes: Buffer) =>
    Object.entries(partsOf(await checkDocument(document(bytes)))).find(([name]) => name.startsWith('word/media/'))?.[1]

  test('is written again, without what else its file held', async () => {
    const own = await sharp(await png())
      .withExif({ IFD0: { Copyright: 'another-council' } })
      .jpeg()
      .toBuffer()
    expect(own.includes('another-council')).toBe(true)
    const bytes = await written(Buffer.concat([own, Buffer.from('PK another-council')]))
    expect(pictureKind(bytes ?? new Uint8Array())).toBe('jpeg')
    expect(Buffer.from(bytes ?? []).includes('another-council')).toBe(false)
  })

  test('of more pixels than a page can show is made smaller, and one beyond all measure is refused', async () => {
    const large = await sharp({ create: { width: 6_000, height: 200, channels: 3, background: '#fff' } })
      .png()
      .toBuffer()
    expect(await sharp(await written(large)).metadata()).toMatchObject({ width: 3_508, height: 117 })
    const bomb = await sharp({ create: { width: 8_000, height: 8_000, channels: 3, background: '#fff' } })
      .png({ compressionLevel: 1 })
      .toBuffer()
    await expect(checkDocument(document(bomb))).rejects.toThrow('The pictures of the document are too large.')
  })
})

describe('a field or relation under another name', () => {
  const FIELD = 'INCLUDEPICTURE "file:///etc/passwd"'
  const W = NAMESPACES.w ?? ''
  const complex = (...pieces: string[]) =>
    `<w:p><w:r><w:fldChar w:fldCharType="begin"/></w:r>${pieces.map((piece) => `<w:r><w:instrText>${piece}</w:instrText></w:r>`).join('')}<w:r><w:fldChar w:fldCharType="separate"/></w:r><w:r><w:t>x</w:t></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r></w:p>`
  test.each<[string, DocumentChanges, string]>([
    [
      'an instruction under another prefix',
      { body: `<w:p><w:fldSimple xmlns:q="${W}" q:instr='${FIELD}'/></w:p>` },
      ELSEWHERE,
    ],
    ['an instruction in pieces', { body: complex(' INC', 'LUDE', 'PICTURE x') }, ELSEWHERE],
    [
      'an instruction made by another field',
      {
        body: '<w:p><w:r><w:fldChar w:fldCharType="begin"/><w:fldChar w:fldCharType="begin"/><w:instrText>QUOTE</w:instrText><w:fldChar w:fldCharType="separate"/><w:t>INCLUDE</w:t><w:fldChar w:fldCharType="end"/><w:instrText>TEXT x</w:instrText><w:fldChar w:fldCharType="end"/></w:r></w:p>',
      },
      ELSEWHERE,
    ],
    ['a link to a file', { body: complex(' LINK Word.Document.8 x') }, ELSEWHERE],
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
      { body: `<q:box xmlns:q="urn:q">${paragraph('lost')}</q:box>` },
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
      'word/footer9.bin': `<q:ftr xmlns:q="${NAMESPACES.w ?? ''}">${paragraph(text).replaceAll('w:', 'q:').replaceAll('xml:space', 'q:space')}</q:ftr>`,
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
    body: `<w:p>${drawn(WPG, group('wgp', group('grpSp', shape(content, geometry))))}</w:p>`,
  })
  test('is looked through in shapes of any form, in groups', async () => {
    await expect(read(inShape(paragraph('((not_|known))')))).rejects.toThrow('((not_known)) is not a placeholder')
    await expect(read(inShape(field(' INCLUDETEXT x ')))).rejects.toThrow(ELSEWHERE)
    const letter = await read(inShape(paragraph('For ((first_|name))')))
    expect(textOfPart(letter.fill({ first_name: 'Edna' }))).toContain('For Edna')
  })

  test('is filled in in a footnote', async () => {
    const note = (id: number, text: string) => `<w:footnote w:id="${id}">${paragraph(text)}</w:footnote>`
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
  const right = partsOf(exampleDocument())
  const taken = async (bytes: Buffer) => readLetterDocument(await checkDocument(bytes)).placeholders.length > 0

  test('is read as what it is: ZIP64, sizes after the content, Strict Open XML', async () => {
    expect(await taken(zip64(right))).toBe(true)
    expect(await taken(withDescriptors(right, (size) => size))).toBe(true)
    expect(await taken(strictOf({}))).toBe(true)
    await expect(taken(strictOf({ body: paragraph('((not_|known))') }))).rejects.toThrow('((not_known))')
  })

  test.each(Object.keys(right))('has no document type in %s', async (name) => {
    const part = Buffer.from(right[name] ?? [])
    const typed = Buffer.concat([Buffer.from('<!DOCTYPE x [<!ENTITY x SYSTEM "file:///etc/passwd">]>'), part])
    expect(await outcome({ parts: { [name]: typed } })).toContain('it is damaged')
  })

  test('has no two parts of one name', async () => {
    const twice = zipOf({ 'word/documenu.xml': right['word/header1.xml'] ?? '', ...right })
    const bytes = Buffer.from(twice.toString('latin1').replaceAll('documenu', 'document'), 'latin1')
    await expect(taken(bytes)).rejects.toThrow('it is damaged')
    await expect(taken(zipOf({ ...right, 'word/Document.xml': 'x' }))).rejects.toThrow('it is damaged')
  })
})

describe('what would stop the server', () => {
  test.each<[string, string]>([
    ['200,000 runs', `<w:p>${'<w:r/>'.repeat(200_000)}</w:p>`],
    ['100,000 paragraphs in each other', '<w:p>'.repeat(100_000) + '</w:p>'.repeat(100_000)],
    ['20,000 paragraphs of brackets', paragraph('((').repeat(20_000)],
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
