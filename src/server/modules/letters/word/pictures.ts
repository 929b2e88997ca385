/**
 * Policy: a picture goes on as pixels. It is decoded as PNG or JPEG, whatever it is called, and encoded again without
 * anything else that its file held; what has more pixels than a page can show is made smaller.
 */
import sharp from 'sharp'
import { otherPicture, pictureKind } from './packing'
import { refused } from './refusal'

// Every decoder is shut off but two: none that reads other files, such as SVG's, can be reached.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['VipsForeignLoadPng', 'VipsForeignLoadJpeg'] })
sharp.cache(false)
sharp.concurrency(1)

/** A good camera's. */
const PIXELS_LIMIT = 50_000_000
const TOTAL_PIXELS_LIMIT = 100_000_000
/** The long side of A4 at 300 dots per inch. */
const SIDE_LIMIT = 3_508
const SECONDS_LIMIT = 15

const tooLarge = () =>
  refused(
    'The pictures of the document are too large. Make them smaller in Word (Picture Format, Compress Pictures) and upload it again.',
  )
const unreadable = () =>
  refused(
    'A picture of the document cannot be read. Insert it again as a PNG or JPEG picture, and upload the document again.',
  )

/** The pictures, in order, encoded again. @throws Fault 422 for one that is none, or too large. */
export async function cleanPictures(pictures: readonly Uint8Array[]): Promise<Buffer[]> {
  let pixels = 0
  const clean: Buffer[] = []
  for (const bytes of pictures) {
    const kind = pictureKind(bytes)
    if (!kind) throw otherPicture()
    pixels += await pixelsOf(bytes)
    if (pixels > TOTAL_PIXELS_LIMIT) throw tooLarge()
    clean.push(await decoded(bytes, kind))
  }
  return clean
}

const OPTIONS = { limitInputPixels: PIXELS_LIMIT, failOn: 'error', pages: 1 } as const

async function pixelsOf(bytes: Uint8Array): Promise<number> {
  let pixels: number
  try {
    // Without a limit, so that one that is too large is told from one that cannot be read: nothing is decoded yet.
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
    // Lossy twice over would show.
    return await (
      kind === 'png' ? picture.png({ compressionLevel: 6 }) : picture.jpeg({ quality: 92, chromaSubsampling: '4:4:4' })
    ).toBuffer()
  } catch {
    throw unreadable()
  }
}
