import { reportHeard, reportUnreachable } from './connectivity'
import { TimedOut } from './errors'

/** Milliseconds without a byte. */
export const SILENCE_LIMIT = 30_000

/** Milliseconds, until the first and between later probes. */
const FIRST_PROBE = 250
const NEXT_PROBE = 5_000

/** Limits silence, not the total: large answers take long. Probes meanwhile. */
export class SilenceTimer {
  readonly #controller = new AbortController()
  #timer: ReturnType<typeof setTimeout> | undefined
  #probing: ReturnType<typeof setTimeout> | undefined

  get signal(): AbortSignal {
    return this.#controller.signal
  }

  start(): void {
    this.#expectWithin(FIRST_PROBE)
  }

  heard(): void {
    reportHeard()
    this.#expectWithin(NEXT_PROBE)
  }

  stop(): void {
    clearTimeout(this.#timer)
    clearTimeout(this.#probing)
  }

  #expectWithin(milliseconds: number): void {
    this.stop()
    this.#timer = setTimeout(() => this.#controller.abort(new TimedOut()), SILENCE_LIMIT)
    this.#probeAfter(milliseconds)
  }

  #probeAfter(milliseconds: number): void {
    this.#probing = setTimeout(() => {
      reportUnreachable()
      this.#probeAfter(NEXT_PROBE)
    }, milliseconds)
  }
}

/** Reads an answer to its end; `onPiece` gets each piece. */
export async function readBody(
  response: Response,
  timer: SilenceTimer,
  onPiece: ((piece: Uint8Array) => void) | undefined,
): Promise<Uint8Array<ArrayBuffer>> {
  if (!response.body) return new Uint8Array(await response.arrayBuffer())
  const reader = response.body.getReader()
  const pieces: Uint8Array[] = []
  let length = 0
  for (;;) {
    timer.heard()
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
