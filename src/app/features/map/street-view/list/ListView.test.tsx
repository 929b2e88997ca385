import { screen, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { ARROW_MEDIA_TYPE } from '#contract/endpoint'
import { matchesStream, pointsStream, type TestHousehold } from '../testing/arrowStreams'
import { LISTED } from '../testing/fakeMapServer'
import { openScreen } from '../testing/openScreen'

vi.mock('../canvas/MapCanvas', () => import('../testing/StandInCanvas'))
vi.mock('../canvas/webgl', () => ({ mayDrawMap: () => canDraw, NO_WEBGL: 'No WebGL, see the list.' }))
let canDraw = true

afterEach(() => {
  canDraw = true
  vi.unstubAllGlobals()
})

const openList = async (options: Parameters<typeof openScreen>[0] = {}) => {
  const opened = openScreen(options)
  await opened.user.click(screen.getByRole('link', { name: 'List' }))
  return opened
}
const rows = (table: HTMLElement) =>
  within(table)
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.textContent)

describe('the list of households', () => {
  it('gives references with the names of their wards, and opens the tooltip on the map', async () => {
    const { user } = await openList()
    const table = await screen.findByRole('table', { name: 'Households that match the filters' })
    expect(await within(table).findAllByText('Abbey')).toHaveLength(2)
    await within(table).findByText('£200')
    expect(rows(table)).toEqual([
      'H1Abbey£0Single pensionerNot knownNeverWhy here?',
      'H2Abbey£100Single pensioner71NeverWhy here?',
      'H3Brook£200Single pensioner722 September 2026Why here?',
    ])
    await user.click(within(table).getByRole('button', { name: 'H3' }))
    expect((await screen.findByRole('dialog', { name: 'H3' })).textContent).toContain('Number of households: 1')
    expect(screen.getByTestId('map').getAttribute('data-shown')).toBe('-2.31,53.41')
  })

  it('shows no code of a ward while its name is on its way', async () => {
    await openList({ answers: { '/api/streetview-ward-data': () => new Promise<never>(() => {}) } })
    const table = await screen.findByRole('table', { name: 'Households that match the filters' })
    await within(table).findByText('£200')
    expect(rows(table)[0]).toContain('H1Abbey£0')
  })

  it('has those first that leave most unclaimed, where that is chosen', async () => {
    const { user, server } = await openList({
      answers: { '/api/household-list': () => Response.json({ households: LISTED.toReversed(), hidden: [] }) },
    })
    await user.click(await screen.findByRole('radio', { name: 'Most unclaimed first' }))
    const table = await screen.findByRole('table', { name: 'Households that match the filters' })
    await vi.waitFor(() => expect(rows(table)[0]).toContain('H3Brook£200'))
    expect(server.to('/api/household-list').at(-1)?.body).toMatchObject({ order: 'unclaimed', page: 1 })
    await user.click(within(table).getByRole('button', { name: 'H3' }))
    expect(await screen.findByRole('dialog', { name: 'H3' })).toBeTruthy()
  })

  it('has no column and no order of what is hidden from the role', async () => {
    const hidden = ['unclaimed', 'last_contacted']
    await openList({ answers: { '/api/household-list': () => Response.json({ households: LISTED, hidden }) } })
    await screen.findByRole('columnheader', { name: 'Age' })
    await vi.waitFor(() => expect(screen.queryByRole('radio', { name: 'Most unclaimed first' })).toBeNull())
    expect(screen.queryByRole('columnheader', { name: 'Unclaimed a year' })).toBeNull()
    expect(screen.queryByRole('columnheader', { name: 'Contacted' })).toBeNull()
  })

  it('keeps the pages that are near in the document, and goes to any of them', async () => {
    const many = Array.from({ length: 220 }, (_, row): TestHousehold => ({
      reference: `R${row}`,
      ward: 'W1',
      at: [row, 1],
    }))
    const arrow = (bytes: ArrayBuffer) => new Response(bytes, { headers: { 'content-type': ARROW_MEDIA_TYPE } })
    const { user } = await openList({
      answers: {
        '/api/household-points': () => arrow(pointsStream(many)),
        '/api/streetview-household-data': () => arrow(matchesStream(many.map(() => true))),
      },
    })
    const table = await screen.findByRole('table')
    expect(screen.getByText('1 to 50 of 220')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Last page' }))
    expect(screen.getByText('201 to 220 of 220')).toBeTruthy()
    expect(rows(table)).toHaveLength(20)
    expect(rows(table)[19]).toContain('R219')
  })

  it('gives way to the map on a small window when a row is chosen', async () => {
    const { user } = await openList({ width: 390 })
    await user.click(await screen.findByRole('button', { name: 'H1' }))
    expect(await screen.findByRole('dialog', { name: 'H1' })).toBeTruthy()
    expect(screen.queryByRole('table')).toBeNull()
  })
})

describe('the list of wards', () => {
  it('is sorted by any column, and says how', async () => {
    const { user } = await openList()
    await user.click(screen.getByRole('radio', { name: 'Ward map' }))
    const table = await screen.findByRole('table', { name: 'Households in each ward' })
    expect(rows(table)).toEqual(['AbbeyAbaty2', 'Brook1', 'Castle0'])
    expect(within(table).getByRole('columnheader', { name: 'Households' }).getAttribute('aria-sort')).toBe('descending')
    await user.click(within(table).getByRole('button', { name: 'Households' }))
    expect(rows(table)).toEqual(['Castle0', 'Brook1', 'AbbeyAbaty2'])
    await user.click(within(table).getByRole('button', { name: 'Ward' }))
    expect(rows(table)).toEqual(['AbbeyAbaty2', 'Brook1', 'Castle0'])
    expect(within(table).getByRole('columnheader', { name: 'Ward' }).getAttribute('aria-sort')).toBe('ascending')
    await user.click(within(table).getByRole('button', { name: 'Ward' }))
    expect(rows(table)).toEqual(['Castle0', 'Brook1', 'AbbeyAbaty2'])
    await user.click(within(table).getByRole('button', { name: 'Brook' }))
    expect(await screen.findByRole('dialog', { name: 'Brook' })).toBeTruthy()
  })

  it('has the rate beside the count where that is chosen', async () => {
    const { user } = await openList()
    await user.click(screen.getByRole('radio', { name: 'Ward map' }))
    await user.selectOptions(await screen.findByLabelText('Show'), 'Rate of all households')
    expect(await screen.findByRole('columnheader', { name: 'Of all households in a ward' })).toBeTruthy()
    expect(rows(screen.getByRole('table'))).toEqual(['AbbeyAbaty2100.0%', 'Brook1100.0%', 'Castle0–'])
    await user.selectOptions(screen.getByLabelText('Show'), 'Count')
  })
})

describe('without WebGL', () => {
  it('there is the list, with a sentence that says why', async () => {
    canDraw = false
    openScreen()
    expect(await screen.findByText('No WebGL, see the list.')).toBeTruthy()
    const table = await screen.findByRole('table')
    expect(table.textContent).toContain('H1')
    expect(screen.queryByTestId('map')).toBeNull()
    expect(screen.queryByRole('link', { name: 'Map' })).toBeNull()
  })
})
