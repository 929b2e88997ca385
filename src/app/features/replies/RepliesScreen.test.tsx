import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, expect, it, vi } from 'vitest'
import { render } from '../../testing/render'
import { RepliesScreen } from './RepliesScreen'

afterEach(() => vi.unstubAllGlobals())

it('finds the household of a letter, records its reply, and is ready for the next call', async () => {
  const sent: [string, unknown][] = []
  vi.stubGlobal(
    'fetch',
    vi.fn(async (url: string, init?: RequestInit) => {
      sent.push([url, typeof init?.body === 'string' ? JSON.parse(init.body) : null])
      const messages = [{ channel: 'print_and_post', sent_at: '2026-11-02T09:30:00Z' }]
      return Response.json(
        url.endsWith('find-replying') ? { households: [{ household_reference: 'A-1', messages }] } : { left_out: 1 },
      )
    }),
  )
  render(
    <MemoryRouter>
      <RepliesScreen />
    </MemoryRouter>,
  )
  const user = userEvent.setup()
  const field = screen.getByRole('textbox')
  await user.click(field)
  await user.paste('7KQ2M-X4T9B-WD63H')
  await user.keyboard('{Enter}')
  await screen.findByRole('heading', { name: 'Household A-1' })
  const record = screen.getByRole('button', { name: 'Record reply' })
  expect(record).toHaveProperty('disabled', true)
  await user.click(screen.getByRole('radio', { name: 'Wants no more messages' }))
  await user.click(record)
  expect(await screen.findByText(/It is not written to from now on\. 1 message of campaigns under way/)).toBeTruthy()
  expect(screen.queryByRole('heading', { name: 'Household A-1' })).toBeNull()
  expect(field).toHaveProperty('value', '')
  expect(sent).toContainEqual(['/api/find-replying', { written: '7KQ2M-X4T9B-WD63H' }])
  expect(sent).toContainEqual(['/api/record-reply', { household_reference: 'A-1', reply: 'stop' }])
})
