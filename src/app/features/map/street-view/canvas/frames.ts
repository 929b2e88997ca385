/** How long deck.gl gets frames after an event; hovering, fonts and textures need less. */
const AWAKE_MS = 1_000

/** deck.gl works in every frame, even when idle: limits keep slow laptops and sliders responsive. */
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
    /** Unlimited until the first call. */
    wake: (): void => {
      awakeUntil = performance.now() + AWAKE_MS
      if (!waiting) return
      requestAnimationFrame(waiting)
      waiting = null
    },
  }
}
