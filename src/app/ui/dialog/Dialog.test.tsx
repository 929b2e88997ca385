import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { Button } from '../button/Button'
import { Dialog } from './Dialog'

/** A list of two, and a dialog that is opened from the first. */
function Place({ onClosed }: { onClosed: 'nothing' | 'greys' | 'goes' }) {
  const [isOpen, setIsOpen] = useState(false)
  const [isClosed, setIsClosed] = useState(false)
  const [isThere, setIsThere] = useState(true)
  const close = () => {
    setIsOpen(false)
    setIsClosed(true)
  }
  return (
    <>
      <button>Far away</button>
      <ul>
        {isClosed && onClosed === 'goes' ? null : (
          <li>
            <Button isDisabled={isClosed && onClosed === 'greys'} onPress={() => setIsOpen(true)}>
              Open
            </Button>
          </li>
        )}
        <li>
          <a href="/other">Other</a>
        </li>
      </ul>
      {isOpen ? (
        <Dialog title="Asked" onClose={close}>
          {isThere ? <Button onPress={() => setIsThere(false)}>Discard</Button> : null}
        </Dialog>
      ) : null}
    </>
  )
}

const focused = () => document.activeElement?.textContent

test.each([
  ['what opened it', 'nothing', 'Open'],
  ['the nearest that is left, when what opened it is greyed', 'greys', 'Other'],
  ['the nearest that is left, when what opened it is gone', 'goes', 'Other'],
] as const)('gives the focus back to %s', async (_what, onClosed, expected) => {
  render(<Place onClosed={onClosed} />)
  await userEvent.click(screen.getByRole('button', { name: 'Open' }))
  await screen.findByRole('dialog')
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(focused()).toBe(expected))
})

test('keeps the focus, and Escape, when the part that had it goes, in a browser that does not tell', async () => {
  const silence = (event: Event) => event.stopImmediatePropagation()
  window.addEventListener('focusout', silence, { capture: true })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => {
    vi.useRealTimers()
    window.removeEventListener('focusout', silence, { capture: true })
  })
  render(<Place onClosed="nothing" />)
  fireEvent.click(screen.getByRole('button', { name: 'Open' }))
  const dialog = screen.getByRole('dialog')
  // react-aria itself looks after the focus of a dialog that has just opened.
  act(() => {
    vi.advanceTimersByTime(500)
  })
  vi.useRealTimers()
  await userEvent.click(screen.getByRole('button', { name: 'Discard' }))
  await waitFor(() => expect(document.activeElement).toBe(dialog))
  await userEvent.keyboard('{Escape}')
  expect(screen.queryByRole('dialog')).toBeNull()
})
