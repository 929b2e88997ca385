import { fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { RangeSlider } from './RangeSlider'

// jsdom lays nothing out and captures no pointer. A pixel is a pound.
beforeEach(() => {
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(100, 0, 1_000, 24))
  Element.prototype.setPointerCapture = () => undefined
})

/** Shows a slider of £0 to £1,000 and presses it at `x` pixels of its track. */
function press(value: [number, number], x: number) {
  const ended: unknown[] = []
  const Whole = () => {
    const [shown, setShown] = useState(value)
    return (
      <RangeSlider
        label="Rent"
        minValue={0}
        maxValue={1_000}
        value={shown}
        onChangeEnd={(next) => {
          ended.push(next)
          setShown(next)
        }}
        format={(pounds) => `£${pounds}`}
      />
    )
  }
  const { rerender } = render(<Whole />)
  const thumbs = screen.getAllByRole<HTMLInputElement>('slider')
  const track = screen.getByRole('group').lastElementChild ?? document.body
  const at = (pixels: number) => ({ pointerId: 1, button: 0, clientX: 100 + pixels })
  fireEvent.pointerDown(track, at(x))
  return {
    ended,
    shown: () => thumbs.map((thumb) => Number(thumb.value)),
    focused: () => thumbs.findIndex((thumb) => thumb === document.activeElement),
    move: (to: number) => fireEvent.pointerMove(track, at(to)),
    renderAgain: () => rerender(<Whole />),
    release: () => fireEvent.lostPointerCapture(track, { pointerId: 1 }),
  }
}

it('is dragged by the nearer thumb, and ends once, where it was let go', () => {
  const { move, release, renderAgain, shown, ended, focused } = press([200, 600], 210)
  expect([focused(), shown()]).toEqual([0, [200, 600]])
  move(260)
  // New counts come while it is held.
  renderAgain()
  move(310)
  renderAgain()
  expect([shown(), ended]).toEqual([[300, 600], []])
  release()
  move(900)
  expect([shown(), ended]).toEqual([[300, 600], [[300, 600]]])
})

it('jumps to a press between the thumbs, and neither passes the other nor the ends', () => {
  const { move, shown, focused } = press([200, 600], 500)
  expect([focused(), shown()]).toEqual([1, [200, 500]])
  move(50)
  expect(shown()).toEqual([200, 200])
  move(5_000)
  expect(shown()).toEqual([200, 1_000])
})

it.each([
  { at: 0, moves: 1 },
  { at: 1_000, moves: 0 },
])('takes the thumb that can move where both are at $at', ({ at, moves }) => {
  expect(press([at, at], at).focused()).toBe(moves)
})

it('is moved by one finger alone', () => {
  const { shown } = press([200, 600], 210)
  const track = screen.getByRole('group').lastElementChild ?? document.body
  fireEvent.pointerDown(track, { pointerId: 2, button: 0, clientX: 900 })
  fireEvent.pointerMove(track, { pointerId: 2, button: 0, clientX: 1_000 })
  expect(shown()).toEqual([200, 600])
})

it('is not moved by a key while the pointer holds it', () => {
  const { shown, ended, release } = press([200, 600], 210)
  fireEvent.change(screen.getAllByRole('slider')[0] ?? document.body, { target: { value: '201' } })
  expect([shown(), ended]).toEqual([[200, 600], []])
  release()
  expect(ended).toEqual([[200, 600]])
})
