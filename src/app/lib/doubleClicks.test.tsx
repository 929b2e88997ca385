import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState, type ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { press as pressOnce } from '../testing/press'
import { Button } from '../ui/button/Button'
import { Dialog } from '../ui/dialog/Dialog'
import { Menu } from '../ui/menu/Menu'
import { keepDoubleClicks } from './doubleClicks'

let end = () => {}
beforeEach(() => {
  vi.useFakeTimers()
  end = keepDoubleClicks()
})
afterEach(() => {
  cleanup()
  end()
  vi.useRealTimers()
})

/** And waits for as long as react-aria waits for a click before it makes one itself. */
function press(target: Element, count = 1): void {
  pressOnce(target, count)
  act(() => {
    vi.advanceTimersByTime(200)
  })
}

const button = (name: string) => screen.getByRole('button', { name })

function Opening({ children }: { children: (close: () => void) => ReactNode }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button onPress={() => setIsOpen(true)}>Open</Button>
      {isOpen ? children(() => setIsOpen(false)) : null}
    </>
  )
}

test('the second press is no answer to the question that the first one opened; the next press is', () => {
  const onYes = vi.fn()
  render(
    <Opening>
      {(close) => (
        <Dialog title="Sure?" onClose={close}>
          <Button onPress={onYes}>Delete</Button>
          <a href="#elsewhere">Elsewhere</a>
        </Dialog>
      )}
    </Opening>,
  )
  press(button('Open'))
  press(button('Delete'), 2)
  press(screen.getByRole('link'), 3)
  expect([onYes.mock.calls.length, window.location.hash]).toEqual([0, ''])
  press(button('Delete'))
  expect(onYes).toHaveBeenCalledTimes(1)
})

test('the second press beside a dialog does not close what the first one opened; the next press does', () => {
  render(
    <Opening>
      {(close) => (
        <Dialog title="Here to stay" onClose={close}>
          Words
        </Dialog>
      )}
    </Opening>,
  )
  press(button('Open'))
  const overlay = screen.getByRole('dialog').parentElement!.parentElement!
  press(overlay, 2)
  expect(screen.queryByRole('dialog')).not.toBeNull()
  press(overlay)
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('a menu that the first press opened stays open; the next press outside closes it', () => {
  render(
    <Menu
      label="Actions"
      trigger={<Button>Actions</Button>}
      items={[{ id: 'export', label: 'Export', onAction: () => {} }]}
    />,
  )
  const pointer = { pointerId: 1, pointerType: 'mouse', button: 0, pressure: 0.5 }
  // It opens as the pointer goes down, and from then on all around it is the page's body to the pointer.
  fireEvent.pointerDown(button('Actions'), pointer)
  fireEvent.pointerUp(document.body, pointer)
  fireEvent.click(document.body, { detail: 1 })
  press(document.body, 2)
  expect(screen.queryByRole('menu')).not.toBeNull()
  press(document.body)
  expect(screen.queryByRole('menu')).toBeNull()
})

test('a button that goes on under another name takes no double click of what it was', () => {
  const onStop = vi.fn()
  function Sending() {
    const [isAsking, setIsAsking] = useState(false)
    return isAsking ? <Button onPress={onStop}>Stop</Button> : <Button onPress={() => setIsAsking(true)}>Send</Button>
  }
  render(<Sending />)
  const send = button('Send')
  press(send)
  expect(button('Stop')).toBe(send)
  press(send, 2)
  expect(onStop).not.toHaveBeenCalled()
  press(send)
  expect(onStop).toHaveBeenCalledTimes(1)
})

test('of two rows the second moves to where the first was, and stays', () => {
  function Rows() {
    const [rows, setRows] = useState(['one', 'two'])
    return rows.map((row) => (
      <button key={row} onClick={() => setRows(rows.filter((other) => other !== row))}>
        Discard {row}
      </button>
    ))
  }
  render(<Rows />)
  press(button('Discard one'))
  press(button('Discard two'), 2)
  expect(button('Discard two')).toBeTruthy()
})

test('both presses count on what stays as it was, whatever part of it they are on', () => {
  const onNext = vi.fn()
  render(
    <Button onPress={onNext} icon={<i data-testid="icon" />}>
      Next
    </Button>,
  )
  press(screen.getByTestId('icon'))
  press(button('Next'), 2)
  expect(onNext).toHaveBeenCalledTimes(2)
})
