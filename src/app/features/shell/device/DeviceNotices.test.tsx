import userEvent from '@testing-library/user-event'
import { fakeServer } from '../../../testing/fakeServer'
import { fakeWindowWidth } from '../../../testing/fakeWindow'
import { act, render, screen } from '../../../testing/render'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { QueuedItem } from '#offline/queuedWork'
import * as networkAddress from '../../../api/networkAddress'
import { probeNow, setOnline } from '../../../state/connectivity'
import { closeTables, deviceTables } from '../../../state/device/tables'
import { DeviceNotices } from './DeviceNotices'

const item = (position: number, state: QueuedItem['state']): QueuedItem => ({
  id: crypto.randomUUID(),
  position,
  state,
  detail: state === 'refused' ? 'Taken.' : null,
  attempts: 0,
  faults: 0,
  notBefore: 0,
  queuedAt: new Date().toISOString(),
  command: { kind: 'delete-template', body: { template_id: position }, formerName: 'Renting' },
})

const IDENTITY = {
  id: 'identity',
  email: 'viewer@northmere.example',
  organisation: 'northmere',
  role: 'Viewer',
  isSuperAdmin: false,
  campaignsEnabled: true,
  viewedAs: null,
} as const

beforeEach(closeTables)
afterEach(() => {
  vi.useRealTimers()
  setOnline(true)
  closeTables()
})

test('what was refused is not among what will be sent', async () => {
  setOnline(false)
  const { queue } = deviceTables()
  await queue.replace([item(1, 'refused'), item(2, 'waiting'), item(3, 'waiting')])
  render(<DeviceNotices />)
  const words = screen.getAllByRole('status')[0]?.textContent
  expect(words).toContain('2 changes will be sent when you are back online. 1 change could not be made.')
  await act(() => queue.replace([item(1, 'refused')]))
  expect(screen.getAllByRole('status')[0]?.textContent).not.toContain('will be sent')
})

test('what is sent at once says nothing, which would push the page down and back; what takes longer does', async () => {
  vi.useFakeTimers()
  const { queue } = deviceTables()
  render(<DeviceNotices />)
  await act(() => queue.replace([item(1, 'sending')]))
  await act(() => vi.advanceTimersByTimeAsync(999))
  expect(screen.queryByRole('status')).toBeNull()
  await act(() => queue.replace([]))
  await act(() => queue.replace([item(2, 'sending')]))
  await act(() => vi.advanceTimersByTimeAsync(999))
  expect(screen.queryByRole('status')).toBeNull()
  await act(() => vi.advanceTimersByTimeAsync(1))
  expect(screen.getAllByRole('status')[0]?.textContent).toContain('Sending 1 change…')
})

test('on a phone it leaves the room to the page, and says more when asked', async () => {
  fakeWindowWidth(390)
  await deviceTables().kept.put({ ...IDENTITY, confirmedAt: Date.parse('2026-11-21T10:00:00Z') })
  setOnline(false)
  render(<DeviceNotices />)
  expect(await screen.findByText('As at 21 Nov 2026, 10:00 or before.')).toBeTruthy()
  const more = screen.getByRole('group')
  expect(more.hasAttribute('open')).toBe(false)
  await userEvent.click(screen.getByText('What you can do'))
  expect(more.hasAttribute('open')).toBe(true)
  expect(more.textContent).toContain('You can pick filters')
  expect(more.textContent).toContain('Doorstep last answered on 21 Nov 2026, 10:00')
})

test('where a proxy asks for a sign-in it says so, and Try now goes there', async () => {
  fakeServer({ '/health': { text: '<p>Sign in', type: 'text/html' } })
  await probeNow()
  render(<DeviceNotices />)
  expect(screen.getAllByRole('status')[0]?.textContent).toContain(
    'Something between you and Doorstep asks you to sign in',
  )
  const open = vi.spyOn(networkAddress, 'openFromNetwork').mockImplementation(() => {})
  await userEvent.click(screen.getByRole('button', { name: 'Try now' }))
  await vi.waitFor(() => expect(open).toHaveBeenCalledOnce())
})

test('a server that stays silent is not called offline', async () => {
  vi.useFakeTimers()
  vi.spyOn(globalThis, 'fetch').mockImplementation(() => new Promise(() => {}))
  render(<DeviceNotices />)
  void probeNow()
  await act(() => vi.advanceTimersByTimeAsync(3_000))
  expect(screen.getByText('Doorstep does not answer')).toBeTruthy()
  expect(screen.queryByText('You are offline')).toBeNull()
  vi.restoreAllMocks()
})

test('offline it says as at when everything is, and tries at once when asked to', async () => {
  fakeServer({ '/health': { fails: new TypeError('No line') } })
  await deviceTables().kept.put({
    id: 'ward-figures',
    asAt: '2026-11-21T09:30:00.000Z',
    wards: [],
    countedFor: null,
    month: 'October 2026',
  })
  await deviceTables().kept.put({ ...IDENTITY, confirmedAt: Date.parse('2026-11-21T10:00:00Z') })
  setOnline(false)
  const user = userEvent.setup()
  render(<DeviceNotices />)
  expect(
    await screen.findByText(
      'Doorstep last answered on 21 Nov 2026, 10:00; what you see is from then or before. Ward counts are of October 2026 data, as at 21 Nov 2026, 09:30.',
    ),
  ).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Try now' }))
  expect(await screen.findByText('Still no answer.')).toBeTruthy()
  fakeServer({ '/health': { json: { status: 'ready' } } })
  await user.click(screen.getByRole('button', { name: 'Try now' }))
  await vi.waitFor(() => expect(screen.queryByText('You are offline')).toBeNull())
})
