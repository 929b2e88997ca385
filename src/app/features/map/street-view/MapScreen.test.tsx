import { act, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { setOnline } from '../../../state/connectivity'
import { setSingleKeys } from '../../../state/singleKeys'
import { matching } from './testing/fakeMapServer'
import { fetchAtOnce, openScreen, selectTenure } from './testing/openScreen'

vi.mock('./canvas/MapCanvas', () => import('./testing/StandInCanvas'))

const HOUSEHOLDS = '/api/streetview-household-data'
const WARDS = '/api/streetview-ward-data'

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const figures = () => screen.getByRole('region', { name: 'Headline figures' })

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
})

afterEach(() => {
  act(() => setOnline(true))
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('the map screen', () => {
  it('names the month of its data, and the document after itself', async () => {
    openScreen()
    expect(await screen.findByText('October 2026 data')).toBeTruthy()
    expect(document.title).toContain('Street View')
    expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1)
  })

  it('loads households at once, with a spinner until the figures are there', async () => {
    const { server } = openScreen()
    expect(within(figures()).getByRole('status')).toBeTruthy()
    expect(await screen.findByText('Average weekly income')).toBeTruthy()
    expect(screen.getByText('£318')).toBeTruthy()
    expect(await screen.findByText('3 households shown')).toBeTruthy()
    expect(server.to(HOUSEHOLDS)).toHaveLength(1)
  })

  it('shows the figures while the points of the map are still on their way', async () => {
    openScreen({ answers: { '/api/household-points': () => new Promise(() => {}) } })
    expect(await screen.findByText('£318')).toBeTruthy()
    expect(screen.queryByText('3 households shown')).toBeNull()
  })

  it('opened offline says calmly what it lacks, and shows it when the connection is back', async () => {
    act(() => setOnline(false))
    const { server } = openScreen()
    expect(await screen.findByRole('heading', { name: 'The map cannot be shown' })).toBeTruthy()
    expect(
      await within(figures()).findByText('New figures need a connection. Doorstep cannot be reached.'),
    ).toBeTruthy()
    expect(screen.queryByRole('alert')).toBeNull()
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
    expect(screen.queryByText('Stands over the map'), 'what would cover the message').toBeNull()
    expect(server.to(WARDS)).toEqual([])
    act(() => setOnline(true))
    expect(await screen.findByText('Stands over the map')).toBeTruthy()
    await vi.waitFor(() => expect(server.to(WARDS)).toHaveLength(1))
    await vi.waitFor(() => expect(screen.queryByText(/cannot be shown|You are offline/)).toBeNull())
  })

  it('waits 2000 ms after a filter change, says Updating… and keeps the old figures until then', async () => {
    const { server } = openScreen()
    await screen.findByText('£318')
    act(() => selectTenure('council_rent'))
    expect((await screen.findByText('Updating…')).closest('[role="status"]')).not.toBeNull()
    expect(screen.getByText('£318')).toBeTruthy()
    await pass(1500)
    expect(server.to(HOUSEHOLDS)).toHaveLength(1)
    await pass(600)
    expect(server.to(HOUSEHOLDS)).toHaveLength(2)
    expect(server.to(HOUSEHOLDS)[1]?.body).toEqual({
      filter_request_list: [{ filter_name: 'tenure', filter_value_list: ['council_rent'] }],
      dynamic_filter_value_request_list: [],
    })
    expect(screen.queryByText('Updating…')).toBeNull()
    expect(server.to('/api/household-points')).toHaveLength(1)
  })

  it('says of how many households the filters leave those that are shown', async () => {
    const all = () => Response.json({ household_count: 96_252, facets: [] })
    openScreen({ answers: { '/api/filter-facets': all } })
    await screen.findByText('£318')
    expect(within(figures()).queryByText(/96,252/)).toBeNull()
    act(() => selectTenure('council_rent'))
    expect((await within(figures()).findByText(/of 96,252/)).closest('dd')?.textContent).toBe('3 of 96,252')
  })

  it('fetches at once when Apply says so', async () => {
    const { server } = openScreen()
    await screen.findByText('£318')
    act(() => {
      selectTenure('council_rent')
      fetchAtOnce()
    })
    await pass(10)
    expect(server.to(HOUSEHOLDS)).toHaveLength(2)
  })

  it('fetches at once when the view is toggled, and cancels what was in flight', async () => {
    const { server, user } = openScreen({ answers: { [HOUSEHOLDS]: () => new Promise(() => {}) } })
    await user.click(screen.getByRole('radio', { name: 'Ward map' }))
    await pass(10)
    expect(server.to(WARDS)).toHaveLength(1)
    expect(server.to(HOUSEHOLDS)[0]?.signal?.aborted).toBe(true)
    expect((await screen.findByTestId('map')).getAttribute('data-view')).toBe('ward')
  })

  it('empties the figures on an error, shows its message, and tries again', async () => {
    let isBusy = true
    const busy = () => Response.json({ detail: 'The snapshot is being replaced.', code: 'busy' }, { status: 503 })
    const { user } = openScreen({ answers: { [HOUSEHOLDS]: () => (isBusy ? busy() : matching()) } })
    expect(await screen.findByText('The snapshot is being replaced.')).toBeTruthy()
    expect(screen.queryByText('£318')).toBeNull()
    isBusy = false
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('£318')).toBeTruthy()
  })

  it('says of a reply that is not what the contract says that the page is out of date', async () => {
    openScreen({ answers: { [HOUSEHOLDS]: () => Response.json({ households: 'twelve' }) } })
    expect((await within(figures()).findByRole('alert')).textContent).toMatch(/reload/i)
  })

  it('has words of its own for a failure without any', async () => {
    openScreen({ answers: { [HOUSEHOLDS]: () => new Response('<html>', { status: 502 }) } })
    expect(await screen.findByText('An error occurred while fetching data.')).toBeTruthy()
  })
})

describe('the tooltip', () => {
  const openTooltip = async () => {
    const opened = openScreen()
    await screen.findByText('£318')
    await opened.user.click(await screen.findByRole('button', { name: 'Click a dot' }))
    const tooltip = screen.getByRole('dialog', { name: 'H1' })
    return { ...opened, tooltip }
  }

  it('gives the reference, the number of households, and the others on the spot', async () => {
    const { tooltip } = await openTooltip()
    expect(tooltip.textContent).toContain('Number of households: 2')
    expect(within(tooltip).getByRole('list', { name: 'Other households here' }).textContent).toContain('H2')
    expect(document.activeElement).toBe(tooltip)
  })

  it('closes on Escape and gives the focus back', async () => {
    const { user } = await openTooltip()
    await user.keyboard('{Escape}')
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Click a dot' }))
  })

  it('closes on its button', async () => {
    const { user, tooltip } = await openTooltip()
    await user.click(within(tooltip).getByRole('button', { name: 'Close' }))
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('closes on a click on empty space', async () => {
    const { user } = await openTooltip()
    await user.click(screen.getByRole('button', { name: 'Click empty space' }))
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('names a ward in both languages', async () => {
    const { user } = openScreen()
    await user.click(screen.getByRole('radio', { name: 'Ward map' }))
    await user.click(await screen.findByRole('button', { name: 'Click a ward' }))
    const tooltip = await screen.findByRole('dialog', { name: 'Abbey' })
    expect(tooltip.textContent).toContain('Abaty')
    expect(tooltip.textContent).toContain('Number of households: 2')
  })
})

describe('the filters', () => {
  it('stand beside the map on a wide window, and / goes to their finder', async () => {
    const { user } = openScreen()
    expect(screen.queryByRole('button', { name: 'Filters' })).toBeNull()
    await user.keyboard('/')
    const finder = await screen.findByRole('textbox', { name: 'Search for a filter...' })
    await vi.waitFor(() => expect(document.activeElement).toBe(finder))
  })

  it.each([1440, 820])('lose no letter that is typed right after / in a window of %i pixels', async (width) => {
    const { user } = openScreen({ width })
    await user.keyboard('/tenure')
    await vi.waitFor(() => expect(document.activeElement).toHaveProperty('value', 'tenure'))
  })

  it('keep the focus where it is when single keys are switched off', async () => {
    setSingleKeys(false)
    const { user } = openScreen()
    const before = document.activeElement
    await user.keyboard('/')
    await pass(100)
    expect(document.activeElement).toBe(before)
    setSingleKeys(true)
  })

  it('are a sheet over the map under 1200 pixels', async () => {
    const { user } = openScreen({ width: 1199 })
    expect(screen.queryByRole('textbox')).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Filters' }))
    const sheet = screen.getByRole('dialog', { name: 'Filters' })
    expect(within(sheet).getByRole('textbox')).toBeTruthy()
    await user.keyboard('{Escape}')
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})
