import type { DrawnItem, PrintedMapPage } from '#contract/households/printedMap'

/** Pixels per point: 300 an inch. */
const SCALE = 300 / 72

const WEIGHTS = { regular: 400, semibold: 600 } as const
const FONT = '"Inter Variable", Inter, system-ui, sans-serif'

/** Draws a page as PNG. @throws Error when the device has too little memory. */
export async function drawPage({ width, height, ascent, parts }: PrintedMapPage): Promise<Blob> {
  await Promise.all(Object.values(WEIGHTS).map((weight) => document.fonts.load(`${weight} 10px ${FONT}`)))
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(width * SCALE)
  canvas.height = Math.round(height * SCALE)
  const context = canvas.getContext('2d')
  if (!context) throw tooLarge()
  context.scale(SCALE, SCALE)
  context.fillStyle = '#ffffff'
  context.fillRect(0, 0, width, height)
  context.lineJoin = 'round'
  for (const { clip, items } of parts) {
    context.save()
    if (clip) {
      context.beginPath()
      context.rect(...clip)
      context.clip()
    }
    for (const item of items) draw(context, item, ascent)
    context.restore()
  }
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(tooLarge())), 'image/png'),
  )
}

const tooLarge = () => new Error('This device could not draw the picture. Save the map as PDF instead.')

function draw(context: CanvasRenderingContext2D, item: DrawnItem, ascent: number): void {
  if (item.kind === 'text') {
    const { text, x, y, width, size, weight, colour, align } = item
    context.font = `${WEIGHTS[weight]} ${size}px ${FONT}`
    context.fillStyle = colour
    context.textAlign = align
    context.fillText(text, align === 'left' ? x : align === 'right' ? x + width : x + width / 2, y + size * ascent)
    return
  }
  const { fill, stroke, lineWidth = 1, opacity = 1 } = item
  const path = new Path2D(item.path)
  context.globalAlpha = opacity
  if (fill !== undefined) {
    context.fillStyle = fill
    context.fill(path, 'evenodd')
  }
  if (stroke !== undefined) {
    context.strokeStyle = stroke
    context.lineWidth = lineWidth
    context.stroke(path)
  }
  context.globalAlpha = 1
}
