import { TimedOut } from './errors'

/** Milliseconds without a byte. */
export const SILENCE_LIMIT = 30_000

/** Limits silence, not the whole: a large answer may take long. */
export class SilenceTimer {
  readonly #controller = new AbortController()
  #timer: ReturnType<typeof setTimeout> | undefined

  get signal(): AbortSignal {
    return this.#controller.signal
  }

  restart(): void {
    this.stop()
    this.#timer = setTimeout(() => this.#controller.abort(new TimedOut()), SILENCE_LIMIT)
  }

  stop(): void {
    clearTimeout(this.#timer)
  }
}

/** Reads an answer to its end; `onPiece` gets each piece as it comes. */
export async function readBody(
  response: Response,
  timer: SilenceTimer,
  onPiece?: (piece: Uint8Array) => void,
): Promise<Uint8Array<ArrayBuffer>> {
  if (!response.body) return new Uint8Array(await response.arrayBuffer())
  const reader = response.body.getReader()
  const pieces: Uint8Array[] = []
  let length = 0
  for (;;) {
    timer.restart()
    const { done, value } = await reader.read()
    if (done) break
    pieces.push(value)
    onPiece?.(value)
    length += value.length
  }
  const whole = new Uint8Array(length)
  let offset = 0
  for (const piece of pieces) {
    whole.set(piece, offset)
    offset += piece.length
  }
  return whole
}
