/**
 * Word documents that try to read what is not theirs, to print brackets, or to stop what reads them: each a small
 * change of a right document, told apart by its name.
 */
import sharp from 'sharp'
import { ADDRESS, exampleDocument, external, wordParagraph, unzipParts, type DocumentChanges } from './documents'
import {
  W,
  PREFIXES,
  relation,
  run,
  markupText,
  p,
  blip,
  SHOWN,
  field,
  WPS,
  WPG,
  RECTANGLE,
  drawing,
  shape,
  group,
  nested,
  attribute,
  withPart,
  picture,
  makeStrict,
} from './attackMarkup'
import type { AttackDocument, Baits } from './attackTypes'
import { bracketAttacks } from './attackBrackets'
import { fieldAttacks } from './attackFields'
import { packageAttacks } from './attackPackages'
import { pictureAttacks } from './attackPictures'

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
      body: p(`<w:hyperlink r:id="rId9">${markupText('link')}</w:hyperlink>`),
      relationships: external('hyperlink', value),
    })
    add(`values of properties: ${kind}`, {
      body: p(
        `<w:pPr><w:pStyle w:val="${value}"/></w:pPr>`,
        markupText(
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
        p('<w:pPr><w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr></w:pPr>', markupText('item')),
      ),
    )
    add(
      `font: ${kind}`,
      withPart(
        'fontTable',
        `<w:fonts ${PREFIXES}><w:font w:name="${value}"><w:altName w:val="${value}"/><w:embedRegular r:id="rId1" w:fontKey="{0}"/></w:font></w:fonts>`,
        p(markupText('x', `<w:rFonts w:ascii="${value}"/>`)),
        external('font', value),
      ),
    )
    add(
      `settings: ${kind}`,
      withPart(
        'settings',
        `<w:settings ${PREFIXES}><w:attachedTemplate r:id="rId9"/><w:mailMerge><w:dataType w:val="odbc"/><w:connectString w:val="${value}"/><w:query w:val="SELECT * FROM a"/><w:dataSource r:id="rId9"/></w:mailMerge></w:settings>`,
        p(markupText('x')),
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
    ['glossary', 'glossaryDocument', p(markupText('x'))],
    ['frame', 'frame', p(markupText('x'))],
    ['VML', 'image', p(run('<w:pict><v:shape><v:imagedata r:id="rId9"/></v:shape></w:pict>'))],
    [
      'data binding',
      'customXml',
      `<w:sdt><w:sdtPr><w:docPartObj><w:docPartGallery w:val="x"/></w:docPartObj><w:dataBinding w:xpath="/" w:storeItemID="{0}"/></w:sdtPr><w:sdtContent>${wordParagraph('bound')}</w:sdtContent></w:sdt>`,
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
  const [base] = [unzipParts(exampleDocument())]
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
      `<w:body mc:Ignorable="q" mc:ProcessContent="q:*" xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" xmlns:q="urn:q"><q:a>${wordParagraph('((not_known))')}</q:a>`,
    ),
  )

  for (const name of Object.keys(base)) {
    const part = Buffer.from(base[name] ?? []).toString()
    const entity = `<!DOCTYPE x [<!ENTITY x SYSTEM "file://${baits.text}">]>`
    add(`XML: document type in ${name}`, { parts: { [name]: entity + part } })
    add(`XML: UTF-7 in ${name}`, { parts: { [name]: `<?xml version="1.0" encoding="UTF-7"?>${part}` } })
  }
  made.push(['Strict throughout', makeStrict({})])
  made.push([
    'Strict, a linked picture',
    makeStrict({ body: p(run(blip('r:link="rId9"'))), relationships: external('image', `file://${baits.picture}`) }),
  ])
  made.push(['Strict, a field', makeStrict({ body: field(` INCLUDETEXT "${baits.word}" `) })])
  made.push(['Strict, brackets', makeStrict({ body: wordParagraph('((not_|known))') })])
  for (const [kind, content] of [
    ['HTML', `<html><img src="file://${baits.picture}"/>((not_known))</html>`],
    ['a document', exampleDocument({ body: wordParagraph('((not_known))') })],
  ] as const)
    add(`altChunk of ${kind} inside`, {
      body: '<w:altChunk r:id="rId7"/>',
      relationships: relation('aFChunk', 'chunk.bin'),
      parts: { 'word/chunk.bin': content },
    })
  add(
    'a font inside',
    withPart(
      'fontTable',
      `<w:fonts ${PREFIXES}><w:font w:name="Evil"><w:embedRegular r:id="rId1" w:fontKey="{00000000-0000-0000-0000-000000000000}"/></w:font></w:fonts>`,
      p(markupText('x', '<w:rFonts w:ascii="Evil"/>')),
      relation('font', 'fonts/f.odttf', 'rId1'),
    ),
  )
  add('data binding inside', {
    body: `<w:sdt><w:sdtPr><w:dataBinding w:xpath="/a" w:storeItemID="{1}"/><w:text/></w:sdtPr><w:sdtContent>${wordParagraph('shown')}</w:sdtContent></w:sdt>`,
    relationships: relation('customXml', '../customXml/item1.xml'),
    parts: { 'customXml/item1.xml': '<a>((not_known))</a>' },
  })

  for (const each of [...packageAttacks(baits, main), ...(await pictureAttacks(baits, png))]) made.push([...each])

  // Shapes: alone, in groups, with a geometry of their own, in each other.
  const geometry = `<a:custGeom><a:avLst/><a:gdLst><a:gd name="x" fmla="*/ w 1 2"/></a:gdLst><a:rect l="0" t="0" r="r" b="b"/><a:pathLst><a:path w="9" h="9">${'<a:moveTo><a:pt x="0" y="0"/></a:moveTo><a:lnTo><a:pt x="x" y="9"/></a:lnTo>'.repeat(2_000)}</a:path></a:pathLst></a:custGeom>`
  const inShapes: readonly (readonly [string, (content: string) => string])[] = [
    ['a text box', (content) => p(drawing(WPS, shape(content)))],
    ['a shape of its own geometry', (content) => p(drawing(WPS, shape(content, geometry)))],
    ['a group', (content) => p(drawing(WPG, group('wgp', group('grpSp', shape(content)))))],
    ['a text box in text boxes', (content) => nested(4, (inside) => p(drawing(WPS, shape(inside))), content)],
  ]
  for (const [name, inShape] of inShapes) {
    add(`shapes: nothing else in ${name}`, { body: inShape(wordParagraph('Text')) })
    add(`shapes: brackets in ${name}`, { body: inShape(wordParagraph('((not_|known))')) })
    add(`shapes: a field in ${name}`, { body: inShape(field(` INCLUDETEXT "${baits.word}" `)) })
    add(`shapes: a picture of the disk in ${name}`, {
      body: inShape(SHOWN),
      relationships: external('image', `file://${baits.picture}`).replace('rId9', 'rId7'),
    })
    add(`shapes: ${name} with brackets on two sides of its end`, {
      body: p(markupText('('), inShape(wordParagraph('(not_known)')).slice(5, -6), markupText('(not_known))')),
    })
  }
  add('shapes: filled with a linked picture', {
    body: p(drawing(WPS, shape('', `${RECTANGLE}<a:blipFill><a:blip r:link="rId9"/><a:stretch/></a:blipFill>`))),
    relationships: external('image', `file://${baits.picture}`),
  })
  for (const depth of [20, 80])
    add(`shapes: ${depth} groups in each other`, {
      body: p(
        drawing(
          WPG,
          group(
            'wgp',
            nested(depth, (inside) => group('grpSp', inside), shape(wordParagraph('x'))),
          ),
        ),
      ),
    })
  add('shapes: 400 of them', { body: p(drawing(WPS, shape(wordParagraph('x')))).repeat(400) })
  add('size: tables in tables', {
    body: nested(
      6,
      (inside) => `<w:tbl><w:tblGrid/><w:tr>${`<w:tc>${inside}<w:p/></w:tc>`.repeat(3)}</w:tr></w:tbl>`,
      wordParagraph('x'),
    ),
  })
  add('size: content controls in each other', {
    body: nested(40, (inside) => `<w:sdt><w:sdtContent>${inside}</w:sdtContent></w:sdt>`, wordParagraph('x')),
  })
  for (const each of [...fieldAttacks(baits), ...bracketAttacks()]) made.push([...each])
  // What takes long.
  add('size: comment', { body: `<!--${'<w:t '.repeat(16_000)}<w:p -->` })
  add('size: runs', { body: p('<w:r/>'.repeat(200_000)) })
  add('size: depth', { body: '<w:p>'.repeat(100_000) + '</w:p>'.repeat(100_000) })
  add('size: brackets', { body: wordParagraph('((').repeat(20_000) })
  add('size: one word', { body: wordParagraph('a'.repeat(1_000_000)) })
  add('size: open brackets', { body: wordParagraph('('.repeat(500_000)) })
  add('size: address', { address: [...ADDRESS, ...Array<string>(2_000).fill('((address_line_7))')] })
  return made
}
