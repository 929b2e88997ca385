import { act, cleanup, render, screen, within } from '../../../testing/render'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { watchInstall } from '../../../state/device/install'
import { InstallItem } from './InstallItem'

const button = () => screen.queryByRole('button', { name: 'Install Doorstep' })
/** The browser offers to install: its question, to be asked later. */
function offer(): { prompt: ReturnType<typeof vi.fn>; isPrevented: boolean } {
  const prompt = vi.fn(async () => ({ outcome: 'accepted' }))
  const event = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt })
  act(() => void window.dispatchEvent(event))
  return { prompt, isPrevented: event.defaultPrevented }
}
const open = () => render(<InstallItem isCollapsed={false} />)

beforeAll(watchInstall)
afterEach(() => {
  cleanup()
})

test('on an iPhone or iPad, whose browser offers nothing, the button says the way', async () => {
  const userAgent = vi
    .spyOn(navigator, 'userAgent', 'get')
    .mockReturnValue('Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)')
  open()
  await userEvent.click(button()!)
  expect(
    within(screen.getByRole('dialog', { name: 'Install Doorstep' }))
      .getAllByRole('listitem')
      .map((step) => step.textContent),
  ).toEqual([
    'Open Doorstep in Safari.',
    'Press Share, the square with an arrow pointing up.',
    'Choose “Add to Home Screen”, then “Add”.',
  ])
  userAgent.mockRestore()
})

test('where the browser offers it, the button asks its question, once; where it does not there is none', async () => {
  open()
  const { prompt, isPrevented } = offer()
  // The browser's own bar would come in the way, and at a moment of its own.
  expect(isPrevented).toBe(true)
  await userEvent.click(button()!)
  expect(prompt).toHaveBeenCalledTimes(1)
  expect(button()).toBeNull()
})

test('once it is installed there is nothing to install', () => {
  open()
  offer()
  expect(button()).not.toBeNull()
  act(() => void window.dispatchEvent(new Event('appinstalled')))
  expect(button()).toBeNull()
})
