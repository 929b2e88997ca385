import type { DeckProps } from '@deck.gl/core'

type Device = Parameters<NonNullable<DeckProps['onDeviceInitialized']>>[0]

interface OverlayDevice {
  /** For the overlay's properties. */
  readonly onDeviceInitialized: (device: Device) => void
  /** Call after the overlay is finalised. */
  readonly release: () => void
}

/**
 * deck.gl never lets go of its device: what that observes (luma.gl's CanvasObserver) would keep the canvas, and with it
 * the whole screen, in memory for as long as the tab is open.
 */
export function createOverlayDevice(): OverlayDevice {
  let device: Device | undefined
  let isReleased = false
  const release = () => {
    isReleased = true
    device?.canvasContext?.destroy()
  }
  return {
    release,
    onDeviceInitialized(initialised) {
      device = initialised
      // It comes later than a screen that is left at once.
      if (isReleased) release()
    },
  }
}
