/** Piece by piece: no file is ever whole in memory. */
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { z } from 'zod'
import { convertWith, findForeignSystem } from './coordinateSystem'

export class BasemapFault extends Error {}

const MAX_BYTES = 1024 ** 3
const MAX_FEATURE_BYTES = 16 * 1024 ** 2
const MAX_FRAME_BYTES = 64 * 1024

const frameSchema = z.object({
  type: z.literal('FeatureCollection'),
  crs: z.unknown().optional(),
  features: z.array(z.unknown()),
})

const HOW_TO_CONVERT = `Convert it with: ${convertWith()}`

/** The JSON of each feature. @throws BasemapFault */
export async function* readFeatures(path: string): AsyncGenerator {
  const name = basename(path)
  const info = await stat(path).catch(() => undefined)
  if (!info?.isFile()) throw new BasemapFault(`The file ${path} cannot be read.`)
  if (info.size === 0) throw new BasemapFault(`${name} is empty.`)
  if (info.size > MAX_BYTES) throw new BasemapFault(`${name} is larger than 1 GB. Clip it to the council's area.`)
  let index = 0
  const splitter = createSplitter()
  for await (const chunk of createReadStream(path, { highWaterMark: 1024 ** 2 })) {
    // A stream without an encoding yields Buffers.
    for (const bytes of splitter.take(chunk as Buffer, name)) {
      index += 1
      yield parse(bytes, `${name}, feature ${index},`)
    }
  }
  const frame = frameSchema.safeParse(parse(splitter.frame(), name))
  if (!frame.success) throw new BasemapFault(`${name} is not a GeoJSON FeatureCollection.`)
  const crs = findForeignSystem(frame.data.crs)
  if (crs !== undefined) throw new BasemapFault(`${name} is in ${crs}, where WGS84 is expected. ${HOW_TO_CONVERT}`)
}

/** Coordinates that are not degrees. */
export const notDegrees = (place: string): BasemapFault =>
  new BasemapFault(`${place} has coordinates that are no longitude and latitude. ${HOW_TO_CONVERT}`)

function parse(bytes: Buffer, place: string): unknown {
  try {
    const json: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
    return json
  } catch (error) {
    if (error instanceof SyntaxError)
      throw new BasemapFault(`${place} is not valid JSON, or breaks off before its end.`)
    throw new BasemapFault(`${place} is not in UTF-8.`)
  }
}

const [QUOTE, BACKSLASH, OPEN_OBJECT, CLOSE_OBJECT, OPEN_LIST, CLOSE_LIST] = [...Buffer.from('"\\{}[]')]
const FEATURES_KEY = '"features":'
const FEATURE_DEPTH = 3

/** Cuts the elements out of the outermost `features`; the rest is the frame. */
function createSplitter() {
  let depth = 0
  let isText = false
  let isEscaped = false
  let isInFeatures = false
  let pieces: Buffer[] = []
  let size = 0
  const frame: number[] = []

  const opensFeatures = () =>
    depth === 1 && Buffer.from(frame.slice(-64)).toString('latin1').replace(/\s/g, '').endsWith(FEATURES_KEY)

  function keep(piece: Buffer, name: string): void {
    size += piece.length
    if (size > MAX_FEATURE_BYTES)
      throw new BasemapFault(`${name} has a feature of more than 16 MB. Split it, or clip it to the council's area.`)
    // The stream may reuse its buffer.
    pieces.push(Buffer.from(piece))
  }

  return {
    *take(chunk: Buffer, name: string): Generator<Buffer> {
      let start = 0
      for (let at = 0; at < chunk.length; at += 1) {
        const byte = chunk[at] ?? 0
        const wasInFeature = isInFeatures && depth >= FEATURE_DEPTH
        if (isText) {
          if (isEscaped) isEscaped = false
          else if (byte === BACKSLASH) isEscaped = true
          else if (byte === QUOTE) isText = false
        } else if (byte === QUOTE) isText = true
        else if (byte === OPEN_OBJECT || byte === OPEN_LIST) {
          if (byte === OPEN_LIST && !isInFeatures && opensFeatures()) isInFeatures = true
          else if (isInFeatures && depth === FEATURE_DEPTH - 1) start = at
          depth += 1
        } else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) {
          depth -= 1
          if (isInFeatures && depth === FEATURE_DEPTH - 1) {
            keep(chunk.subarray(start, at + 1), name)
            yield Buffer.concat(pieces)
            pieces = []
            size = 0
          } else if (isInFeatures && depth < FEATURE_DEPTH - 1) isInFeatures = false
        }
        const isInFeature = isInFeatures && depth >= FEATURE_DEPTH
        // Commas between features go with them.
        if (!wasInFeature && !isInFeature && !(isInFeatures && byte === 0x2c)) frame.push(byte)
        if (frame.length > MAX_FRAME_BYTES)
          throw new BasemapFault(`${name} is not a GeoJSON FeatureCollection, or holds much beside its features.`)
      }
      if (isInFeatures && depth >= FEATURE_DEPTH) keep(chunk.subarray(start), name)
    },
    frame: () => Buffer.from(frame),
  }
}
