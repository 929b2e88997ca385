import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { Pager } from './Pager'

function Pages() {
  const [page, setPage] = useState(1)
  return <Pager label="Pages" summary="3 things" page={page} pages={3} onPage={setPage} />
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
