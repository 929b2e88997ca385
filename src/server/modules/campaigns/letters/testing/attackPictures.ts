/** Pictures of kinds, sizes and forms that a decoder may stumble over. */
import { randomBytes } from 'node:crypto'
import { crc32, deflateSync } from 'node:zlib'
import sharp, { type JpegOptions } from 'sharp'
import { exampleDocument, type DocumentChanges } from './documents'
import type { AttackDocument, Baits } from './attackTypes'
import { relation, run, p, blip, SHOWN, picture } from './attackMarkup'
/** A PNG with a chunk of text before its end. */
function withText(png: Buffer, content: Buffer, type = 'tEXt'): Buffer {
  const named = Buffer.concat([Buffer.from(type), content])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(content.length)
  check.writeUInt32BE(crc32(named))
  return Buffer.concat([png.subarray(0, 33), length, named, check, png.subarray(33)])
}

/** @param png a small picture. */
export async function pictureAttacks(baits: Baits, png: Buffer): Promise<AttackDocument[]> {
  const made: [string, Buffer][] = []
  const add = (name: string, changes: DocumentChanges) => made.push([name, exampleDocument(changes)])
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
  const jpegOf = (side: number, options: JpegOptions) =>
    sharp(randomBytes(side * side * 3), { raw: { width: side, height: side, channels: 3 } })
      .jpeg(options)
      .toBuffer()
  const turned = await sharp(jpeg).withMetadata({ orientation: 6 }).toBuffer()
  const deep = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#00aa77' } })
    .toColourspace('rgb16')
    .png()
    .toBuffer()
  const plain = { create: { width: 7_000, height: 7_000, channels: 3, background: '#00aa77' } } as const
  for (const [name, content] of [
    ['progressive', await jpegOf(64, { progressive: true })],
    [
      '49 megapixels, progressive',
      await sharp(plain).jpeg({ progressive: true, chromaSubsampling: '4:4:4' }).toBuffer(),
    ],
    ['turned by EXIF', turned],
    ['16 bits', deep],
    ['cut off in the middle', (await jpegOf(64, {})).subarray(0, 3_000)],
    [
      '1 × 60,000',
      await sharp({ create: { width: 60_000, height: 1, channels: 3, background: '#0a7' } })
        .jpeg()
        .toBuffer(),
    ],
    ['PNG with 8 MB of text', withText(png, Buffer.concat([Buffer.from('a\0'), Buffer.alloc(8_000_000, 0x61)]))],
    [
      'PNG with packed text',
      withText(png, Buffer.concat([Buffer.from('a\0\0'), deflateSync(Buffer.alloc(50_000_000))]), 'zTXt'),
    ],
  ] as const)
    add(`picture: ${name}`, picture('i.jpeg', content))
  const many = Array.from({ length: 40 }, (_, index) => index)
  const photograph = await jpegOf(250, {})
  add('picture: 40 different ones', {
    body: many.map((index) => p(run(blip(`r:embed="rId${100 + index}"`)))).join(''),
    relationships: many.map((index) => relation('image', `media/${index}.jpeg`, `rId${100 + index}`)).join(''),
    parts: Object.fromEntries(many.map((index) => [`word/media/${index}.jpeg`, photograph])),
  })
  add('picture: 400 times', picture('i.png', png, SHOWN.repeat(400)))

  return made
}
