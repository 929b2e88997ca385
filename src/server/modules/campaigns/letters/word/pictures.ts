/** Pictures are decoded, whatever their name, and encoded again. */
import sharp from 'sharp'
import { otherPicture, pictureKind } from './packing'
import { documentRefused } from './refusal'

// Blocks other decoders, which may read other files (SVG's does).
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['VipsForeignLoadPng', 'VipsForeignLoadJpeg'] })
sharp.cache(false)
sharp.concurrency(1)

const PIXELS_LIMIT = 50_000_000
const TOTAL_PIXELS_LIMIT = 100_000_000
/** The long side of A4 at 300 dpi. */
const SIDE_LIMIT = 3_508
const SECONDS_LIMIT = 15

const tooLarge = () =>
  documentRefused(
    'The pictures of the document are too large. Make them smaller in Word (Picture Format, Compress Pictures) and upload it again.',
  )
const unreadable = () =>
  documentRefused(
    'A picture of the document cannot be read. Insert it again as a PNG or JPEG picture, and upload the document again.',
  )

/** Re-encodes pictures. @throws Fault 422 for one that is unreadable or too large */
export async function cleanPictures(pictures: readonly Uint8Array[]): Promise<Buffer[]> {
  let pixels = 0
  const clean: Buffer[] = []
  for (const bytes of pictures) {
    const kind = pictureKind(bytes)
    if (!kind) throw otherPicture()
    pixels += await countPixels(bytes)
    if (pixels > TOTAL_PIXELS_LIMIT) throw tooLarge()
    clean.push(await decoded(bytes, kind))
  }
  return clean
}

const OPTIONS = { limitInputPixels: PIXELS_LIMIT, failOn: 'error', pages: 1 } as const

async function countPixels(bytes: Uint8Array): Promise<number> {
  let pixels: number
  try {
    // Unlimited, to tell too large from unreadable: nothing is decoded yet.
    const { width, height } = await sharp(bytes, { ...OPTIONS, limitInputPixels: false }).metadata()
    pixels = width * height
  } catch {
    throw unreadable()
  }
  if (pixels > PIXELS_LIMIT) throw tooLarge()
  return pixels
}

async function decoded(bytes: Uint8Array, kind: 'png' | 'jpeg'): Promise<Buffer> {
  const picture = sharp(bytes, OPTIONS)
    .toColourspace('srgb')
    .resize({ width: SIDE_LIMIT, height: SIDE_LIMIT, fit: 'inside', withoutEnlargement: true })
    .timeout({ seconds: SECONDS_LIMIT })
  try {
    return await (
      kind === 'png' ? picture.png({ compressionLevel: 6 }) : picture.jpeg({ quality: 92, chromaSubsampling: '4:4:4' })
    ).toBuffer()
  } catch {
    throw unreadable()
  }
}
