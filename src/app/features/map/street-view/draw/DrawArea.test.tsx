import { fireEvent } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import type { Position } from '#contract/households/area'
import { areaAtom, drawAtom, drawingAtom } from '../../../../state/filters/area'
import { filterRequestAtom, selectedFiltersAtom } from '../../../../state/filters/selectedFilters'
import { appStore } from '../../../../state/store'
import { act, render, screen } from '../../../../testing/render'
import type { BasemapControls } from '../canvas/basemap'
import DrawArea from './DrawArea'

/** A map on which a degree is a hundred pixels, from 2.5° west and 53.5° north. */
const controls: BasemapControls = {
  zoomBy: vi.fn(),
  panBy: vi.fn(),
  fit: vi.fn(),
  bounds: vi.fn(),
  place: vi.fn(),
  show: vi.fn(),
  project: ([longitude, latitude]) => ({ x: (longitude + 2.5) * 100, y: (53.5 - latitude) * 100 }),
  unproject: ({ x, y }) => [x / 100 - 2.5, 53.5 - y / 100],
}

const SQUARE: readonly Position[] = [
  [-2.4, 53.4],
  [-2.3, 53.4],
  [-2.3, 53.3],
  [-2.4, 53.3],
]

function open(corners: readonly Position[]) {
  appStore.set(drawingAtom, corners)
  const onEnd = vi.fn()
  render(<DrawArea controls={controls} onMoved={() => () => {}} onEnd={onEnd} />)
  return { onEnd, user: userEvent.setup() }
}

const corner = (number: number) => screen.getByRole('button', { name: new RegExp(`^Corner ${number} of`) })
const use = () => screen.getByRole('button', { name: 'Use this area' })

beforeEach(() => {
  appStore.set(selectedFiltersAtom, {})
})

it('makes a filter of at least three corners', async () => {
  const { user, onEnd } = open(SQUARE.slice(0, 2))
  expect(use()).toHaveProperty('disabled', true)
  act(() => appStore.set(drawingAtom, SQUARE.slice(0, 3)))
  expect(screen.getByRole('status').textContent).toBe('3 corners.')
  await user.click(use())
  const coordinates = [[...SQUARE.slice(0, 3), SQUARE[0]]]
  expect(appStore.get(filterRequestAtom).dynamic_filter_value_request_list).toEqual([
    { filter_name: 'area', filter_value_list: [JSON.stringify({ type: 'Polygon', coordinates })] },
  ])
  expect(appStore.get(drawingAtom)).toBeNull()
  expect(onEnd).toHaveBeenCalledOnce()
})

it('says that edges cross, and cannot be used until they do not', async () => {
  const { user } = open(SQUARE)
  corner(1).focus()
  await user.keyboard('{Shift>}{ArrowRight}{/Shift}')
  expect(appStore.get(drawingAtom)?.[0]).toEqual([-2, 53.4])
  expect(screen.getByRole('status').textContent).toBe(
    'The edges of this area cross. Move a corner so that they do not.',
  )
  expect(use()).toHaveProperty('disabled', true)
  await user.keyboard('{Shift>}{ArrowLeft}{/Shift}')
  expect(use()).toHaveProperty('disabled', false)
})

it('has corners that are dragged, added and removed', async () => {
  const { user } = open(SQUARE)
  const held = corner(2)
  held.setPointerCapture = vi.fn()
  held.hasPointerCapture = () => true
  fireEvent.pointerDown(held, { pointerId: 1 })
  fireEvent.pointerMove(held, { pointerId: 1, clientX: 30, clientY: 5 })
  expect(appStore.get(drawingAtom)?.[1]).toEqual([-2.2, 53.45])
  await user.click(screen.getByRole('button', { name: 'Add a corner after corner 4' }))
  expect(appStore.get(drawingAtom)?.[4]).toEqual([-2.4, 53.35])
  corner(2).focus()
  await user.keyboard('{Delete}')
  expect(appStore.get(drawingAtom)).toHaveLength(4)
  await user.click(screen.getByRole('button', { name: 'Remove last corner' }))
  expect(appStore.get(drawingAtom)).toEqual([SQUARE[0], SQUARE[2], SQUARE[3]])
})

it('changes nothing when it is given up', async () => {
  appStore.set(areaAtom, [[SQUARE]])
  appStore.set(drawAtom)
  const { user } = open(appStore.get(drawingAtom) ?? [])
  await user.click(screen.getByRole('button', { name: 'Remove last corner' }))
  await user.keyboard('{Escape}')
  expect(appStore.get(areaAtom)).toEqual([[SQUARE]])
  expect(appStore.get(drawingAtom)).toBeNull()
})
