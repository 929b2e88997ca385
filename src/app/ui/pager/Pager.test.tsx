import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { Pager } from './Pager'

function Pages({ pages = 3 }: { pages?: number }) {
  const [page, setPage] = useState(1)
  return <Pager label="Pages" summary={`Page ${page}`} page={page} pages={pages} onPage={setPage} />
}

test('keeps the focus with the pages when the button that was pressed goes grey', async () => {
  render(<Pages />)
  const [previous, next] = [
    screen.getByRole('button', { name: 'Previous page' }),
    screen.getByRole('button', { name: 'Next page' }),
  ]
  await userEvent.click(next)
  expect(document.activeElement).toBe(next)
  await userEvent.click(next)
  expect(next.hasAttribute('disabled')).toBe(true)
  expect(document.activeElement).toBe(screen.getByRole('navigation', { name: 'Pages' }))
  await userEvent.click(previous)
  expect(document.activeElement).toBe(previous)
})

test.each([
  ['150', '150'],
  ['1,784', '1784'],
  ['99999', '1926'],
  ['0', '1'],
  ['abc', '1'],
])('goes to page %s: to %s of 1,926, and keeps the focus in the field', async (typed, reached) => {
  render(<Pages pages={1_926} />)
  await userEvent.type(screen.getByRole('textbox', { name: 'Go to page, of 1,926' }), `${typed}{Enter}`)
  expect(screen.getByRole('status').textContent).toBe(`Page ${reached}`)
  const field = screen.getByRole<HTMLInputElement>('textbox')
  expect([field.value, document.activeElement]).toEqual([reached, field])
})

test('goes to the last page and back to the first', async () => {
  render(<Pages pages={1_926} />)
  await userEvent.click(screen.getByRole('button', { name: 'Last page' }))
  expect(screen.getByRole('status').textContent).toBe('Page 1926')
  await userEvent.click(screen.getByRole('button', { name: 'First page' }))
  expect(screen.getByRole('status').textContent).toBe('Page 1')
})
