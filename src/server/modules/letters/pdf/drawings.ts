/**
 * What is drawn on a page besides words (lines, shapes, pictures), from the list of painting operators that the reader
 * of PDFs makes. A shape counts as the box around it; of a picture what is white or transparent does not count, so that
 * a letterhead as large as the page may have margins of its own.
 */
import { getResolvedPDFJS, type getDocumentProxy } from 'unpdf'
import { z } from 'zod'

/** A part of a page, in millimetres from its left and top. */
export interface Area {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

export interface Drawing extends Area {
  /** Whether something is printed at a place within the area. */
  isInked(x: number, y: number): boolean
}

export type Page = Awaited<ReturnType<Awaited<ReturnType<typeof getDocumentProxy>>['getPage']>>

export const MM_A_POINT = 25.4 / 72

// What the reader does with fonts is of ES2024, and Node 20 is older.
if (!('transferToFixedLength' in ArrayBuffer.prototype)) {
  const value = function (this: ArrayBuffer) {
    return this.slice(0)
  }
  Object.defineProperty(ArrayBuffer.prototype, 'transferToFixedLength', { value, configurable: true, writable: true })
}

/** As a PDF writes it: a, b, c, d, e, f. */
type Matrix = readonly [number, number, number, number, number, number]

interface State {
  readonly matrix: Matrix
  /** Nothing is painted beyond. */
  readonly clip: Area
  readonly fill: string
  readonly stroke: string
}

const WHITE = '#ffffff'
const PATTERN = 'pattern'

const matrixSchema = z.tuple([z.number(), z.number(), z.number(), z.number(), z.number(), z.number()])
const colourSchema = z.tuple([z.string()])
/** How it is painted, its pieces, and its box: left, bottom, right, top. */
const pathSchema = z.tuple([z.number(), z.unknown(), z.instanceof(Float32Array).nullable()])
const formSchema = z.tuple([matrixSchema.nullable(), z.unknown()])
const pictureSchema = z.tuple([z.string()], z.unknown())
const pixelsSchema = z.object({
  width: z.number(),
  height: z.number(),
  data: z.union([z.instanceof(Uint8ClampedArray), z.instanceof(Uint8Array)]),
})
type Pixels = z.infer<typeof pixelsSchema>

/** @returns all that is painted, in its order. Annotations, which are not printed, are left out. */
export async function drawingsOf(page: Page): Promise<Drawing[]> {
  const { OPS, AnnotationMode } = await getResolvedPDFJS()
  const { fnArray, argsArray } = await page.getOperatorList({ annotationMode: AnnotationMode.DISABLE })
  const strokes = [OPS.stroke, OPS.closeStroke]
  const fills = [OPS.fill, OPS.eoFill]
  const drawings: Drawing[] = []
  const [left = 0, , , top = 0] = page.view
  const upright: Matrix = [MM_A_POINT, 0, 0, -MM_A_POINT, -left * MM_A_POINT, top * MM_A_POINT]
  let state: State = { matrix: upright, clip: boxOf(upright, page.view), fill: '#000000', stroke: '#000000' }
  const saved: State[] = []
  let isClipping = false

  const add = (area: Area, isInked: Drawing['isInked'] = () => true) => {
    const seen = intersection(area, state.clip)
    if (seen.left <= seen.right && seen.top <= seen.bottom) drawings.push({ ...seen, isInked })
  }
  const isVisible = (paint: number) => {
    if (paint === OPS.endPath) return false
    return !(strokes.includes(paint) && state.stroke === WHITE) && !(fills.includes(paint) && state.fill === WHITE)
  }

  for (const [index, operator] of fnArray.entries()) {
    const values: unknown = argsArray[index]
    switch (operator) {
      case OPS.save:
        saved.push(state)
        break
      case OPS.restore:
      case OPS.paintFormXObjectEnd:
        state = saved.pop() ?? state
        break
      case OPS.transform:
        state = { ...state, matrix: times(state.matrix, matrixSchema.parse(values)) }
        break
      case OPS.paintFormXObjectBegin: {
        const [matrix] = formSchema.parse(values)
        saved.push(state)
        if (matrix) state = { ...state, matrix: times(state.matrix, matrix) }
        break
      }
      case OPS.setFillRGBColor:
        state = { ...state, fill: colourSchema.parse(values)[0] }
        break
      case OPS.setStrokeRGBColor:
        state = { ...state, stroke: colourSchema.parse(values)[0] }
        break
      case OPS.setFillColorN:
        state = { ...state, fill: PATTERN }
        break
      case OPS.setStrokeColorN:
        state = { ...state, stroke: PATTERN }
        break
      case OPS.clip:
      case OPS.eoClip:
        isClipping = true
        break
      case OPS.constructPath: {
        const [paint, , box] = pathSchema.parse(values)
        if (!box) break
        const area = boxOf(state.matrix, box)
        if (isVisible(paint)) add(area)
        if (isClipping) state = { ...state, clip: intersection(state.clip, area) }
        isClipping = false
        break
      }
      case OPS.paintImageXObject: {
        const [name] = pictureSchema.parse(values)
        const pixels = pixelsSchema.safeParse(await objectOf(page, name))
        add(boxOf(state.matrix, UNIT), pixels.success ? inkOf(pixels.data, state.matrix) : undefined)
        break
      }
      case OPS.paintInlineImageXObject:
      case OPS.paintImageMaskXObject:
        add(boxOf(state.matrix, UNIT))
        break
      case OPS.shadingFill:
        add(state.clip)
    }
  }
  return drawings
}

/** What a picture is painted on, before it is put in its place. */
const UNIT = [0, 0, 1, 1]

/** One change of coordinates inside another. */
const times = ([a, b, c, d, e, f]: Matrix, [k, l, m, n, o, p]: Matrix): Matrix => [
  a * k + c * l,
  b * k + d * l,
  a * m + c * n,
  b * m + d * n,
  a * o + c * p + e,
  b * o + d * p + f,
]

function boxOf([a, b, c, d, e, f]: Matrix, box: ArrayLike<number>): Area {
  const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = Array.from(box)
  const corners = [
    [x1, y1],
    [x1, y2],
    [x2, y1],
    [x2, y2],
  ] as const
  const xs = corners.map(([x, y]) => a * x + c * y + e)
  const ys = corners.map(([x, y]) => b * x + d * y + f)
  return { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) }
}

const intersection = (one: Area, other: Area): Area => ({
  left: Math.max(one.left, other.left),
  right: Math.min(one.right, other.right),
  top: Math.max(one.top, other.top),
  bottom: Math.min(one.bottom, other.bottom),
})

/** A decoded picture; those that several pages show are kept apart. */
const objectOf = (page: Page, name: string) =>
  new Promise<unknown>((resolve) => {
    const objects = name.startsWith('g_') ? page.commonObjs : page.objs
    objects.get(name, resolve)
  })

/** Paper is almost white: what a scanner saw of it counts as nothing. */
const PAPER = 250
const OPAQUE = 5

/** Where an upright picture has ink; one that is turned, or in black and white alone, has it everywhere. */
function inkOf({ width, height, data }: Pixels, [a, b, c, d, e, f]: Matrix): Drawing['isInked'] | undefined {
  const channels = data.length / (width * height)
  if (b !== 0 || c !== 0 || (channels !== 3 && channels !== 4)) return undefined
  const pixelAt = (share: number, pixels: number) => Math.min(pixels - 1, Math.max(0, Math.floor(share * pixels)))
  return (x, y) => {
    // The first row of a picture is its upper edge, at 1.
    const [column, row] = [pixelAt((x - e) / a, width), pixelAt(1 - (y - f) / d, height)]
    const [red = 0, green = 0, blue = 0, alpha = 255] = data.subarray(
      (row * width + column) * channels,
      (row * width + column + 1) * channels,
    )
    return alpha > OPAQUE && Math.min(red, green, blue) < PAPER
  }
}
