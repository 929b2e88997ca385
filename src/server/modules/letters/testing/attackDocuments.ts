/**
 * Word documents that try to read what is not theirs, to print brackets, or to stop what reads them: each a small
 * change of a right document, told apart by its name.
 */
import sharp from 'sharp'
import { ADDRESS, exampleDocument, external, paragraph, partsOf, zipOf, type DocumentChanges } from './documents'

/** What a document must never show: addresses of a picture, a text, a Word document and a PDF on the disk, and of a server. */
export interface Baits {
  readonly picture: string
  readonly text: string
  readonly word: string
  readonly otherCouncil: string
  readonly server: string
}

export type AttackDocument = readonly [name: string, content: Buffer]

const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const TYPES = 'application/vnd.openxmlformats-officedocument.wordprocessingml'
const W = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'
const PIC = 'http://schemas.openxmlformats.org/drawingml/2006/picture'
const PREFIXES = `xmlns:w="${W}" xmlns:r="${OFFICE}" xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" xmlns:v="urn:schemas-microsoft-com:vml"`

const relation = (type: string, target: string, id = 'rId7', mode = '') =>
  `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"${mode}/>`
const override = (part: string, type: string) =>
  `<Override PartName="/word/${part}" ContentType="${type.includes('/') ? type : `${TYPES}.${type}+xml`}"/>`
const relationships = (inside: string) =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${inside}</Relationships>`
const run = (content: string, properties = '') => `<w:r>${properties && `<w:rPr>${properties}</w:rPr>`}${content}</w:r>`
const text = (words: string, properties = '') => run(`<w:t xml:space="preserve">${words}</w:t>`, properties)
const p = (...content: string[]) => `<w:p>${content.join('')}</w:p>`
const blip = (attributes: string) =>
  `<w:drawing><wp:inline><wp:extent cx="900000" cy="900000"/><wp:docPr id="1" name="x"/><a:graphic><a:graphicData uri="${PIC}"><pic:pic xmlns:pic="${PIC}"><pic:nvPicPr><pic:cNvPr id="1" name="x"/><pic:cNvPicPr/></pic:nvPicPr><pic:blipFill><a:blip ${attributes}/><a:stretch><a:fillRect/></a:stretch></pic:blipFill><pic:spPr><a:prstGeom prst="rect"/></pic:spPr></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing>`
const SHOWN = p(run(blip('r:embed="rId7"')))
const field = (instruction: string) =>
  p(
    run('<w:fldChar w:fldCharType="begin" w:dirty="true"/>'),
    run(`<w:instrText xml:space="preserve">${instruction}</w:instrText>`),
    run('<w:fldChar w:fldCharType="separate"/>'),
    text('result'),
    run('<w:fldChar w:fldCharType="end"/>'),
  )
const attribute = (value: string) => value.replace(/&/g, '&amp;').replace(/"/g, '&quot;').replace(/</g, '&lt;')

/** A further part of a kind, referred to by the main document. */
const withPart = (kind: string, content: string, body: string, inside = ''): DocumentChanges => ({
  body,
  relationships: relation(kind, `${kind}9.xml`),
  contentTypes: override(
    `${kind}9.xml`,
    kind === 'theme' ? 'application/vnd.openxmlformats-officedocument.theme+xml' : kind,
  ),
  parts: {
    [`word/${kind}9.xml`]: content,
    ...(inside ? { [`word/_rels/${kind}9.xml.rels`]: relationships(inside) } : {}),
  },
})

/** The same content in each part that can print some. */
const inEachPart = (content: string, inside = ''): [string, DocumentChanges][] => [
  ['body', { body: content, relationships: inside }],
  ['header', { header: content, parts: inside ? { 'word/_rels/header1.xml.rels': relationships(inside) } : {} }],
  [
    'footer',
    withPart(
      'footer',
      `<w:ftr ${PREFIXES}>${content}</w:ftr>`,
      `<w:p><w:pPr><w:sectPr><w:footerReference w:type="default" r:id="rId7"/></w:sectPr></w:pPr></w:p>`,
      inside,
    ),
  ],
  [
    'footnote',
    withPart(
      'footnotes',
      `<w:footnotes ${PREFIXES}><w:footnote w:id="2">${content}</w:footnote></w:footnotes>`,
      p(text('See'), run('<w:footnoteReference w:id="2"/>')),
      inside,
    ),
  ],
  [
    'endnote',
    withPart(
      'endnotes',
      `<w:endnotes ${PREFIXES}><w:endnote w:id="2">${content}</w:endnote></w:endnotes>`,
      p(text('See'), run('<w:endnoteReference w:id="2"/>')),
      inside,
    ),
  ],
  [
    'comment',
    withPart(
      'comments',
      `<w:comments ${PREFIXES}><w:comment w:id="2">${content}</w:comment></w:comments>`,
      p(text('See'), run('<w:commentReference w:id="2"/>')),
      inside,
    ),
  ],
]

const picture = (name: string, content: string | Buffer, body = SHOWN): DocumentChanges => ({
  body,
  relationships: relation('image', `media/${name}`),
  contentTypes:
    '<Default Extension="png" ContentType="image/png"/><Default Extension="jpeg" ContentType="image/jpeg"/><Default Extension="svg" ContentType="image/svg+xml"/>',
  parts: { [`word/media/${name}`]: content },
})

/** Makes the documents. */
export async function attackDocuments(baits: Baits): Promise<AttackDocument[]> {
  const made: [string, Buffer][] = []
  const add = (name: string, changes: DocumentChanges) => made.push([name, exampleDocument(changes)])
  const addresses: readonly (readonly [string, string])[] = [
    ['picture', `file://${baits.picture}`],
    ['pdf', `file://${baits.otherCouncil}`],
    ['http', `${baits.server}/a.png`],
    ['unc', '\\\\127.0.0.1\\share\\a.png'],
    ['package', `vnd.sun.star.pkg://file:%2F%2F${encodeURIComponent(baits.picture)}/a.png`],
    ['script', 'vnd.sun.star.script:a?language=Basic&location=document'],
    ['expand', `vnd.sun.star.expand:file://${baits.picture}`],
    ['path', baits.picture],
    ['javascript', 'javascript:alert(1)'],
  ]
  const png = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#00aa77' } })
    .png()
    .toBuffer()
  const jpeg = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#00aa77' } })
    .jpeg()
    .toBuffer()
  const cmyk = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#00aa77' } })
    .toColourspace('cmyk')
    .jpeg()
    .toBuffer()
  const large = await sharp({ create: { width: 7_000, height: 7_000, channels: 3, background: '#00aa77' } })
    .png({ compressionLevel: 1 })
    .toBuffer()
  const bomb = await sharp({ create: { width: 12_000, height: 12_000, channels: 3, background: '#00aa77' } })
    .png({ compressionLevel: 9 })
    .toBuffer()

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
  // Pictures by address, in each attribute that takes one.
  for (const [kind, address] of addresses) {
    const value = attribute(address)
    add(`picture linked: ${kind}`, { body: p(run(blip('r:link="rId9"'))), relationships: external('image', value) })
    add(`picture embedded from outside: ${kind}`, {
      body: p(run(blip('r:embed="rId9"'))),
      relationships: external('image', value),
    })
    add(`picture by way of a hyperlink: ${kind}`, {
      body: p(run(blip('r:embed="rId9"'))),
      relationships: external('hyperlink', value),
    })
    add(`picture inside the package: ${kind}`, { body: SHOWN, relationships: relation('image', value) })
    add(`picture by its address as an id: ${kind}`, { body: p(run(blip(`r:embed="${value}"`))) })
    add(`hyperlink: ${kind}`, {
      body: p(`<w:hyperlink r:id="rId9">${text('link')}</w:hyperlink>`),
      relationships: external('hyperlink', value),
    })
    add(`values of properties: ${kind}`, {
      body: p(
        `<w:pPr><w:pStyle w:val="${value}"/></w:pPr>`,
        text(
          'x',
          `<w:rStyle w:val="${value}"/><w:rFonts w:ascii="${value}" w:hAnsi="${value}"/><w:lang w:val="${value}"/>`,
        ),
      ),
    })
    add(
      `SVG as PNG: ${kind}`,
      picture(
        'i.png',
        `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"><image width="9" height="9" xlink:href="${value}"/></svg>`,
      ),
    )
    add(
      `PNG followed by SVG: ${kind}`,
      picture(
        'i.svg',
        Buffer.concat([png, Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg"><image href="${value}"/></svg>`)]),
      ),
    )
    add(
      `numbering: ${kind}`,
      withPart(
        'numbering',
        `<w:numbering ${PREFIXES}><w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="custom" w:format="${value}"/><w:lvlText w:val="${value}"/></w:lvl></w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num></w:numbering>`,
        p('<w:pPr><w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr></w:pPr>', text('item')),
      ),
    )
    add(
      `font: ${kind}`,
      withPart(
        'fontTable',
        `<w:fonts ${PREFIXES}><w:font w:name="${value}"><w:altName w:val="${value}"/><w:embedRegular r:id="rId1" w:fontKey="{0}"/></w:font></w:fonts>`,
        p(text('x', `<w:rFonts w:ascii="${value}"/>`)),
        external('font', value),
      ),
    )
    add(
      `settings: ${kind}`,
      withPart(
        'settings',
        `<w:settings ${PREFIXES}><w:attachedTemplate r:id="rId9"/><w:mailMerge><w:dataType w:val="odbc"/><w:connectString w:val="${value}"/><w:query w:val="SELECT * FROM a"/><w:dataSource r:id="rId9"/></w:mailMerge></w:settings>`,
        p(text('x')),
        external('attachedTemplate', value),
      ),
    )
  }
  // Other documents, objects and other kinds of XML.
  for (const [kind, type, body] of [
    ['altChunk', 'aFChunk', '<w:altChunk r:id="rId9"/>'],
    ['subDoc', 'subDocument', p('<w:subDoc r:id="rId9"/>')],
    [
      'OLE',
      'oleObject',
      p(
        run(
          '<w:object><o:OLEObject xmlns:o="urn:schemas-microsoft-com:office:office" Type="Link" r:id="rId9"/></w:object>',
        ),
      ),
    ],
    ['ActiveX', 'control', p(run('<w:control r:id="rId9"/>'))],
    ['glossary', 'glossaryDocument', p(text('x'))],
    ['frame', 'frame', p(text('x'))],
    ['VML', 'image', p(run('<w:pict><v:shape><v:imagedata r:id="rId9"/></v:shape></w:pict>'))],
    [
      'data binding',
      'customXml',
      `<w:sdt><w:sdtPr><w:docPartObj><w:docPartGallery w:val="x"/></w:docPartObj><w:dataBinding w:xpath="/" w:storeItemID="{0}"/></w:sdtPr><w:sdtContent>${paragraph('bound')}</w:sdtContent></w:sdt>`,
    ],
  ] as const) {
    for (const by of [type, 'hyperlink'])
      add(`${kind} by ${by}`, { body, relationships: external(by, `file://${baits.word}`) })
    add(`${kind} in a fallback`, {
      body: p(
        run(
          `<mc:AlternateContent><mc:Choice Requires="q" xmlns:q="urn:q"/><mc:Fallback>${body}</mc:Fallback></mc:AlternateContent>`,
        ),
      ),
      relationships: external('hyperlink', `file://${baits.word}`),
    })
  }
  const [base] = [partsOf(exampleDocument())]
  const main = Buffer.from(base['word/document.xml'] ?? []).toString()
  const withMain = (name: string, content: string | Buffer) =>
    add(`XML: ${name}`, { parts: { 'word/document.xml': content } })
  const dtd = `<!DOCTYPE w:document [<!ENTITY x SYSTEM "file://${baits.text}">]>`
  withMain('external entity', dtd + main.replace('Dear', '&x;'))
  withMain('external document type', `<!DOCTYPE w:document SYSTEM "${baits.server}/a.dtd">${main}`)
  withMain(
    'entities in entities',
    `<!DOCTYPE w [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;">]>${main.replace('Dear', '&b;')}`,
  )
  withMain('style sheet', `<?xml-stylesheet href="file://${baits.text}"?>${main}`)
  withMain(
    'XInclude',
    main.replace(
      '<w:body>',
      `<w:body><xi:include xmlns:xi="http://www.w3.org/2001/XInclude" href="file://${baits.text}" parse="text"/>`,
    ),
  )
  withMain('base', main.replace('<w:body>', `<w:body xml:base="file://${baits.text}">`))
  withMain('namespace declared again', main.replace('<w:body>', '<w:body xmlns:w="urn:other">'))
  withMain('other prefix', main.replaceAll('w:', 'q:').replaceAll('xmlns:q', 'xmlns:q'))
  withMain('UTF-16', Buffer.concat([Buffer.from('fffe', 'hex'), Buffer.from(main, 'utf16le')]))
  withMain('UTF-16, entity', Buffer.concat([Buffer.from('fffe', 'hex'), Buffer.from(dtd + main, 'utf16le')]))
  withMain(
    'UTF-32',
    Buffer.concat([
      Buffer.from('fffe0000', 'hex'),
      Buffer.from([...main].flatMap((sign) => [sign.charCodeAt(0), 0, 0, 0])),
    ]),
  )
  for (const encoding of ['UTF-7', 'IBM037', 'ISO-8859-1', 'UTF-16'])
    withMain(`said to be ${encoding}`, `<?xml version="1.0" encoding="${encoding}"?>${main}`)
  withMain('mark at the beginning', `\uFEFF${main}`)
  withMain('Strict', main.replaceAll(W, 'http://purl.oclc.org/ooxml/wordprocessingml/main'))
  withMain(
    'processed content',
    main.replace(
      '<w:body>',
      `<w:body mc:Ignorable="q" mc:ProcessContent="q:*" xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" xmlns:q="urn:q"><q:a>${paragraph('((not_known))')}</q:a>`,
    ),
  )

  // The package.
  const addZip = (name: string, change: (parts: Record<string, Uint8Array>) => Buffer) =>
    made.push([`package: ${name}`, change(partsOf(exampleDocument()))])
  const extra = Buffer.from(main.replace('Dear', '((not_known))'))
  for (const name of [
    'WORD/DOCUMENT.XML',
    '/word/document.xml',
    '../word/document.xml',
    'word\\document.xml',
    'word/./document.xml',
    'word/nested.docx',
  ])
    addZip(`another ${name}`, (parts) => zipOf({ ...parts, [name]: extra }))
  const patched =
    (find: string, patch: (bytes: Buffer, at: number) => void, every = false) =>
    (parts: Record<string, Uint8Array>) => {
      const bytes = zipOf(parts)
      for (let at = bytes.indexOf(find, 0, 'latin1'); at >= 0; at = every ? bytes.indexOf(find, at + 4, 'latin1') : -1)
        patch(bytes, at)
      return bytes
    }
  addZip(
    'encrypted flag',
    patched('PK\x01\x02', (bytes, at) => bytes.writeUInt16LE(1, at + 8), true),
  )
  addZip(
    'symbolic links',
    patched(
      'PK\x01\x02',
      (bytes, at) => {
        bytes.writeUInt16LE(0x31e, at + 4)
        bytes.writeUInt32LE(0xa1ff0000, at + 38)
      },
      true,
    ),
  )
  addZip(
    'data descriptors that are missing',
    patched('PK\x03\x04', (bytes, at) => bytes.writeUInt16LE(8, at + 6), true),
  )
  addZip(
    'ZIP64 sizes without a field',
    patched('PK\x01\x02', (bytes, at) => bytes.writeUInt32LE(0xffffffff, at + 24)),
  )
  addZip(
    'sizes that lie',
    patched('PK\x01\x02', (bytes, at) => bytes.writeUInt32LE(5, at + 24), true),
  )
  addZip(
    'overlapping entries',
    patched('PK\x01\x02', (bytes, at) => bytes.writeUInt32LE(0, at + 42), true),
  )
  addZip(
    'local names that differ',
    patched('PK\x03\x04', (bytes, at) => bytes.write('X', at + 30), true),
  )
  addZip(
    'unknown method',
    patched('PK\x01\x02', (bytes, at) => bytes.writeUInt16LE(99, at + 10), true),
  )
  addZip('comment', (parts) => {
    const bytes = Buffer.concat([zipOf(parts), Buffer.from('PK\x05\x06')])
    bytes.writeUInt16LE(4, bytes.length - 6)
    return bytes
  })
  addZip('HTML after it', (parts) => Buffer.concat([zipOf(parts), Buffer.from('<html>')]))
  addZip('cut off', (parts) => zipOf(parts).subarray(0, 1500))
  for (const target of [
    'document.xml',
    '../word/document.xml#x',
    '%64ocument.xml',
    '../../../../etc/passwd',
    `file://${baits.word}`,
  ])
    add(`package: header is ${target}`, {
      relationships: relation('header', attribute(target)),
      body: '<w:p><w:pPr><w:sectPr><w:headerReference w:type="first" r:id="rId7"/><w:titlePg/></w:sectPr></w:pPr></w:p>',
    })
  add('package: type declared twice', { contentTypes: override('document.xml', 'application/xml') })
  add('package: macros', { contentTypes: override('v.bin', 'application/vnd.ms-office.vbaProject') })
  add('package: two main documents', {
    parts: {
      '_rels/.rels': relationships(
        relation('officeDocument', 'word/document.xml') + relation('officeDocument', 'word/header1.xml', 'rId8'),
      ),
    },
  })
  add('package: main document outside', {
    parts: {
      '_rels/.rels': relationships(
        relation('officeDocument', `file://${baits.word}`, 'rId1', ' TargetMode="External"'),
      ),
    },
  })

  // Pictures.
  for (const [name, content] of [
    ['CMYK', cmyk],
    ['49 megapixels', large],
    ['144 megapixels', bomb],
    ['JPEG and HTML', Buffer.concat([jpeg, Buffer.from('<html>')])],
    ['cut off', png.subarray(0, 40)],
    ['nothing', Buffer.alloc(0)],
    ['WMF', Buffer.from('d7cdc69a0000', 'hex')],
    ['EPS', Buffer.from(`%!PS (${baits.text}) run`)],
    ['PDF', Buffer.from('%PDF-1.7')],
    ['GIF', Buffer.from('GIF89a')],
  ] as const)
    add(`picture: ${name}`, picture('i.png', content))
  add('picture: 400 times', picture('i.png', png, SHOWN.repeat(400)))

  // Brackets that only print shows.
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
    ].map((code) => [`U+${code}`, p(text(`(&#x${code};(not_known)&#x${code};)`))] as const),
    ['hidden text', p(text('('), text('x', '<w:vanish/>'), text('(not_known)'), text('x', '<w:vanish/>'), text(')'))],
    ['text hidden on the web', p(text('('), text('x', '<w:webHidden/>'), text('(not_known))'))],
    ['white text', p(text('('), text('x', '<w:color w:val="FFFFFF"/><w:sz w:val="2"/>'), text('(not_known))'))],
    [
      'hidden end of a paragraph',
      `<w:p><w:pPr><w:rPr><w:vanish/></w:rPr></w:pPr>${text('(')}</w:p>${p(text('(not_known))'))}`,
    ],
    ['soft hyphen', p(run('<w:t>(</w:t><w:softHyphen/><w:t>(not_known))</w:t>'))],
    ['symbols', p(run('<w:sym w:font="Arial" w:char="0028"/>'.repeat(2)), text('not_known))'))],
    ['a symbol of a large number', p(run('<w:sym w:font="Arial" w:char="10028"/>'), text('(not_known))'))],
    [
      'signs of a symbol font',
      p(text('&#xF028;&#xF028;not_known&#xF029;&#xF029;', '<w:rFonts w:ascii="Symbol" w:hAnsi="Symbol"/>')),
    ],
    ['full width', p(text('&#xFF08;&#xFF08;not_known&#xFF09;&#xFF09;'))],
    ['double brackets as one sign', p(text('&#x2E28;not_known&#x2E29;'))],
    [
      'two lines in one',
      p(text('(not_known)', '<w:eastAsianLayout w:id="1" w:combine="1" w:combineBrackets="round"/>')),
    ],
    [
      'a wrapper',
      p(
        `<w:smartTag w:element="x">${text('(')}</w:smartTag>`,
        `<w:hyperlink w:anchor="x">${text('(not_known))')}</w:hyperlink>`,
      ),
    ],
    [
      'a bookmark',
      p(
        text('('),
        '<w:bookmarkStart w:id="1" w:name="x"/>',
        text('(not_known'),
        '<w:proofErr w:type="spellStart"/>',
        text('))'),
      ),
    ],
    ['a field', p(text('('), field(' REF x ').slice(5, -6).replace('result', '('), text('not_known))'))],
    [
      'an empty field',
      p(
        text('('),
        run(
          '<w:fldChar w:fldCharType="begin"/><w:instrText> SET x </w:instrText><w:fldChar w:fldCharType="separate"/><w:fldChar w:fldCharType="end"/>',
        ),
        text('(not_known))'),
      ),
    ],
    ['a note', p(text('('), run('<w:footnoteReference w:id="9" w:customMarkFollows="1"/>'), text('(not_known))'))],
    ['a placeholder that is empty', p(text('(((address_line_7))(not_known))'))],
  ]
  for (const [name, body] of hidden) add(`brackets: ${name}`, { body })
  for (const [part, changes] of inEachPart(paragraph('((not_|known))'))) add(`brackets in ${part}`, changes)
  for (const before of ['(', '(%2', '(&#x200B;', '((']) {
    const list = `<w:numbering ${PREFIXES}><w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="decimal"/><w:suff w:val="nothing"/><w:lvlText w:val="${before}"/></w:lvl></w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num></w:numbering>`
    add(
      `brackets: numbering ${before}`,
      withPart(
        'numbering',
        list,
        p('<w:pPr><w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr></w:pPr>', text('(not_known))')),
      ),
    )
  }
  // What takes long.
  add('size: comment', { body: `<!--${'<w:t '.repeat(16_000)}<w:p -->` })
  add('size: runs', { body: p('<w:r/>'.repeat(200_000)) })
  add('size: depth', { body: '<w:p>'.repeat(100_000) + '</w:p>'.repeat(100_000) })
  add('size: brackets', { body: paragraph('((').repeat(20_000) })
  add('size: one word', { body: paragraph('a'.repeat(1_000_000)) })
  add('size: open brackets', { body: paragraph('('.repeat(500_000)) })
  add('size: address', { address: [...ADDRESS, ...Array<string>(2_000).fill('((address_line_7))')] })
  return made
}
