import { expect, test, vi } from 'vitest'
import { createOverlayDevice } from './overlayDevice'

type Device = Parameters<ReturnType<typeof createOverlayDevice>['onDeviceInitialized']>[0]

test.each(['before', 'after'])('the canvas of a device that comes %s the screen is left is let go', (when) => {
  const destroy = vi.fn()
  const device = { canvasContext: { destroy } } as unknown as Device
  const { onDeviceInitialized, release } = createOverlayDevice()
  if (when === 'before') onDeviceInitialized(device)
  release()
  if (when === 'after') onDeviceInitialized(device)
  expect(destroy).toHaveBeenCalledOnce()
})
