/** How long deck.gl gets frames after something happened: hovering, fonts and textures are done in less. */
const AWAKE_MS = 1_000

/**
 * Frames for deck.gl, which asks for the next one without end and works in each, also where nothing changes: a map that
 * is left open would keep a slow laptop busy all day, and take the time of a slider's own frames.
 */
export function createFrames() {
  let awakeUntil = Infinity
  let waiting: FrameRequestCallback | null = null
  return {
    provider: {
      requestAnimationFrame(callback: FrameRequestCallback): number {
        if (performance.now() < awakeUntil) return requestAnimationFrame(callback)
        waiting = callback
        return 0
      },
      cancelAnimationFrame(id: number): void {
        waiting = null
        cancelAnimationFrame(id)
      },
    },
    /** Before it is called for the first time, frames come without end. */
    wake: (): void => {
      awakeUntil = performance.now() + AWAKE_MS
      if (!waiting) return
      requestAnimationFrame(waiting)
      waiting = null
    },
  }
}
