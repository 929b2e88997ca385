import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { relation } from '../testing/attackMarkup'
import { REFUSED_ELSEWHERE, inRun, outcome, PICTURE, SECRET, svg } from '../testing/attackOutcomes'
import { exampleDocument, external, unzipParts, type DocumentChanges } from '../testing/documents'
import { readLetterDocument } from './letterDocument'
import { checkDocument } from './package'
import { pictureKind } from './packing'
import { NAMESPACES } from './xml'

const graphic = (blip: string) =>
  `<a:graphic><a:graphicData uri="${NAMESPACES.pic ?? ''}"><p:pic xmlns:p="${NAMESPACES.pic ?? ''}"><p:nvPicPr><p:cNvPr id="1" name="x"/><p:cNvPicPr/></p:nvPicPr><p:blipFill>${blip}<a:stretch><a:fillRect/></a:stretch></p:blipFill><p:spPr><a:prstGeom prst="rect"/></p:spPr></p:pic></a:graphicData></a:graphic>`
const drawing = (blip = '<a:blip r:embed="rId7"/>') =>
  `<w:drawing><wp:inline><wp:extent cx="9" cy="9"/><wp:docPr id="1" name="x"/>${graphic(blip)}</wp:inline></w:drawing>`
const png = () =>
  sharp({ create: { width: 4, height: 3, channels: 3, background: '#0a7' } })
    .png()
    .toBuffer()

const nested = `data:image/svg+xml;base64,${Buffer.from(svg()).toString('base64')}`
const withEntity = `<!DOCTYPE svg [<!ENTITY a "${SECRET}">]>${svg('&a;')}`
const utf16 = Buffer.concat([Buffer.from('fffe', 'hex'), Buffer.from(svg(), 'utf16le')])
const SVG_BLIP =
  '<a:blip r:embed="rId7"><a:extLst><a:ext uri="{96DAC541-7B7A-43D3-8B79-37D633B846F1}"><asvg:svgBlip xmlns:asvg="http://schemas.microsoft.com/office/drawing/2016/SVG/main" r:embed="rId8"/></a:ext></a:extLst></a:blip>'
const FALLBACK = (choice: string, content: string) =>
  `<mc:AlternateContent><mc:Choice Requires="x" xmlns:x="urn:${choice}"/><mc:Fallback>${content}</mc:Fallback></mc:AlternateContent>`

const NEITHER = 'A picture of the document is neither PNG nor JPEG.'
const OLD = 'of an older kind of Word'

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
    ['that is linked', named('i.svg', svg(), inRun(drawing('<a:blip r:link="rId7"/>'))), REFUSED_ELSEWHERE],
    [
      'as a hyperlink',
      { body: inRun(drawing('<a:blip r:embed="rId9"/>')), relationships: external('hyperlink', SECRET) },
      REFUSED_ELSEWHERE,
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
    const parts = unzipParts(await checkDocument(exampleDocument(changes)))
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
    Object.entries(unzipParts(await checkDocument(document(bytes)))).find(([name]) =>
      name.startsWith('word/media/'),
    )?.[1]

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
