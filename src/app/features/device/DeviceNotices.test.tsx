import { act, render, screen } from '../../testing/render'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { QueuedItem } from '#offline/queuedWork'
import { setOnline } from '../../state/connectivity'
import { closeTables, deviceTables } from '../../state/device/tables'
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
  const words = screen.getByRole('status').textContent
  expect(words).toContain('2 changes will be sent when you are back online. 1 change could not be made.')
  await act(() => queue.replace([item(1, 'refused')]))
  expect(screen.getByRole('status').textContent).not.toContain('will be sent')
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
  expect(screen.getByRole('status').textContent).toContain('Sending 1 change…')
})
