import { TimedOut } from './errors'

/** How long the server may be silent, in milliseconds: before its answer, and between two pieces of it. */
export const SILENCE_LIMIT = 30_000

/**
 * Ends a request when nothing has come for {@link SILENCE_LIMIT}. A limit on silence and not on the
 * whole, so that a large answer over a weak connection may take as long as it keeps coming.
 */
export class SilenceTimer {
  readonly #controller = new AbortController()
  #timer: ReturnType<typeof setTimeout> | undefined

  /** Aborts when the server has been silent for too long. */
  get signal(): AbortSignal {
    return this.#controller.signal
  }

  /** Something came: begin to count again. */
  restart(): void {
    this.stop()
    this.#timer = setTimeout(() => this.#controller.abort(new TimedOut()), SILENCE_LIMIT)
  }

  stop(): void {
    clearTimeout(this.#timer)
  }
}

/** Reads an answer to its end, restarting the timer with each piece; `onPiece` is given each as it comes. */
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
