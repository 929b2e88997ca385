import { act, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { DataTable } from './DataTable'
import type { DataColumn } from './rows'

afterEach(() => vi.unstubAllGlobals())

const COLUMNS: readonly DataColumn<string>[] = [
  { id: 'ward', heading: 'Ward', cell: (ward) => ward },
  { id: 'households', heading: 'Households', cell: ({ length }) => length, isNumber: true },
]

/** jsdom has no layout: the frame is as wide as is said, and the table needs 350 pixels, tight 310, brief 200. */
function openAt(width: number) {
  let resize = () => {}
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(changed: () => void) {
        resize = changed
      }
      observe = () => {}
      disconnect = () => {}
    },
  )
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockImplementation(() => width)
  vi.spyOn(Element.prototype, 'scrollWidth', 'get').mockImplementation(function (this: Element) {
    if (this.hasAttribute('data-folded')) return width
    if (this.hasAttribute('data-brief')) return Math.max(width, 200)
    return Math.max(width, this.hasAttribute('data-tight') ? 310 : 350)
  })
  render(<DataTable caption="Wards" columns={COLUMNS} rows={['Hale']} keyOf={(ward) => ward} isFolding />)
  return (next: number) =>
    act(() => {
      width = next
      resize()
    })
}
const marks = () => Object.keys(screen.getByRole('group', { name: 'Wards' }).dataset)

test('a table stays one wherever its columns fit, at last without minor ones, and becomes cards where they do not', () => {
  const setWidth = openAt(1100)
  expect(marks()).toEqual([])
  setWidth(324)
  expect(marks()).toEqual(['tight'])
  setWidth(300)
  expect(marks()).toEqual(['tight', 'brief'])
  setWidth(190)
  expect(marks()).toEqual(['tight', 'folded'])
  setWidth(356)
  expect(marks()).toEqual([])
})
