import { act, fireEvent, render, screen, waitFor, within } from '../../../testing/render'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { queryClient } from '../../../api/queryClient'
import { catalogueQuery } from '../../../state/filters/catalogue'
import { FINDER_ID } from '../../../state/singleKeys'
import { setOnline } from '../../../state/connectivity'
import { fetchAtOnceAtom, SELECTED_FILTERS_KEY, selectedFiltersAtom } from '../../../state/filters/selectedFilters'
import { FilterPanel } from './FilterPanel'
import { EXAMPLE_CATALOGUE, refuseWith, renderPanel, serve } from './testing/panel'

// Whole screens of jsdom take their time on a busy machine.
vi.setConfig({ testTimeout: 30_000 })

const { error: toast } = vi.hoisted(() => ({ error: vi.fn() }))
vi.mock('../../../ui/notify/notify', () => ({ notify: { error: toast, success: vi.fn() } }))

const chosen = {
  home: { tenure: { displayName: 'Tenure', selectedValues: [{ id: 'mortgaged', displayName: 'Mortgaged' }] } },
  money: {
    weekly_income: {
      displayName: 'Weekly income',
      selectedValues: [
        { id: '100', displayName: '£100' },
        { id: '200', displayName: '£200' },
      ],
    },
  },
  people: {
    carer: {
      displayName: 'Carer',
      selectedValues: [
        { id: 'true', displayName: 'Yes' },
        { id: 'false', displayName: 'No' },
      ],
    },
  },
}
const keep = (selection: unknown) => sessionStorage.setItem(SELECTED_FILTERS_KEY, JSON.stringify(selection))
const card = (name: string) =>
  screen.queryByRole('heading', { name, level: 5 })?.closest<HTMLElement>('[data-filter]') ?? null
const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms))
const category = (name: string) => screen.findByRole('button', { name: new RegExp(`^${name}`) })

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  toast.mockClear()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('the counts beside the choices', () => {
  const facets = (households: number, yes: number) => ({
    household_count: households,
    facets: [
      {
        filter_name: 'carer',
        values: [
          { name: 'true', household_count: yes },
          { name: 'false', household_count: 8 },
        ],
      },
      { filter_name: 'weekly_income', minimum: 0, maximum: 1000, bins: [1, 4] },
    ],
  })

  it('say what each choice would leave, and what a change did', async () => {
    serve({
      '/api/filter-facets': ({ body }) => facets(JSON.stringify(body).includes('carer') ? 8 : 60, 0),
    })
    const { user } = renderPanel()
    await user.click(await category('People'))
    const no = await screen.findByRole('checkbox', { name: 'No', description: '8 households' })
    expect(screen.getByRole('checkbox', { name: 'Yes', description: '0 households' })).toBeDefined()
    expect(screen.getByText('60', { selector: 'strong' }).parentElement?.textContent).toBe('60 of 60 households')
    await user.click(no)
    await waitFor(() =>
      expect(screen.getByText('8', { selector: 'strong' }).parentElement?.textContent).toMatch(/8 of 60 households$/),
    )
    expect(screen.getByText('Before: 60, now:')).toBeDefined()
  })

  it('are of the selected filters or not there', async () => {
    serve({
      '/api/filter-facets': ({ body }) =>
        JSON.stringify(body).includes('carer') ? refuseWith(500, 'No.') : facets(60, 0),
    })
    const { user } = renderPanel()
    await user.click(await category('People'))
    await user.click(await screen.findByRole('checkbox', { name: 'No', description: '8 households' }))
    await waitFor(() => expect(screen.queryByText(/of 60/)).toBeNull(), { timeout: 20_000 })
    expect(screen.getByRole('checkbox', { name: 'No', description: '' })).toBeDefined()
  })
})

describe('the panel', () => {
  it('opens categories to their subcategories and filters, and renders nothing of a closed one', async () => {
    serve()
    const { user } = renderPanel()
    await user.click(await category('Home'))
    expect(screen.getByRole('heading', { name: 'Holding', level: 4 })).toBeDefined()
    expect(screen.getByText('How it is held.')).toBeDefined()
    expect(card('Tenure')).not.toBeNull()
    expect(card('Carer')).toBeNull()
    await user.click(await category('Home'))
    expect(card('Tenure')).toBeNull()
  })

  it("shows 'Unsupported filter type' for a type it does not know", async () => {
    serve()
    const { user } = renderPanel()
    await user.click(await category('Home'))
    expect(within(card('Shade')!).getByText('Unsupported filter type')).toBeDefined()
  })

  it('tells what a filter means on a press, with the keyboard too', async () => {
    serve()
    const { user } = renderPanel()
    await user.click(await category('Home'))
    screen.getByRole('button', { name: 'About Tenure' }).focus()
    await user.keyboard('{Enter}')
    expect(screen.getByRole('dialog', { name: 'About Tenure' }).textContent).toBe('How the household holds its home.')
    await user.keyboard('{Escape}')
    expect(screen.queryByRole('dialog', { name: 'About Tenure' })).toBeNull()
  })

  it('counts what is applied, in all and by category', async () => {
    serve()
    keep(chosen)
    renderPanel()
    expect((await category('Home')).textContent).toContain('1 applied')
    expect((await category('Area')).textContent).not.toContain('applied')
    expect(screen.getByRole('button', { name: '3 applied' })).toBeDefined()
  })

  it('says what went wrong, and tries again', async () => {
    let isDown = true
    serve({
      '/api/all-filters': () => (isDown ? refuseWith(404, 'No snapshot has been imported yet.') : EXAMPLE_CATALOGUE),
    })
    const { user } = renderPanel()
    expect((await screen.findByRole('alert')).textContent).toContain('No snapshot has been imported yet.')
    isDown = false
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await category('Home')).toBeDefined()
  })

  it('opened offline says calmly that it needs a connection, and shows the filters when it is back', async () => {
    act(() => setOnline(false))
    let isDown = true
    serve({ '/health': () => (isDown ? refuseWith(503, 'Down.') : { status: 'ok' }) })
    // Connectivity is the whole app's: a panel in the store of the app.
    render(<FilterPanel />)
    expect(await screen.findByRole('heading', { name: 'The list of filters cannot be shown' })).toBeDefined()
    expect(screen.queryByRole('alert')).toBeNull()
    // A probe that a busy machine lets through must not take the app offline again, in this test or the next.
    isDown = false
    act(() => setOnline(true))
    expect(await category('Home')).toBeDefined()
  })

  it('says so when a reply is not what the contract says', async () => {
    serve({ '/api/all-filters': () => [{ name: 'wrong' }] })
    renderPanel()
    expect((await screen.findByRole('alert')).textContent).toContain('Reload the page')
  })

  it('says so when the catalogue is empty', async () => {
    serve({ '/api/all-filters': () => [] })
    renderPanel()
    expect(await screen.findByText('No filters yet')).toBeDefined()
  })

  it('never says that the catalogue is empty while filters that have come are still to be rendered', async () => {
    serve()
    const { container, rerender } = render(<FilterPanel isWaiting />)
    await waitFor(() =>
      expect(queryClient.getQueryData(catalogueQuery.queryKey)).toHaveLength(EXAMPLE_CATALOGUE.length),
    )
    // What one frame shows and the next takes away is gone before a query could find it.
    const shown: (string | null)[] = []
    const observer = new MutationObserver((records) => {
      for (const { addedNodes } of records) shown.push(...[...addedNodes].map((node) => node.textContent))
    })
    observer.observe(container, { childList: true, subtree: true })
    rerender(<FilterPanel />)
    expect(await category('Home')).toBeDefined()
    observer.disconnect()
    expect(shown.join(' ')).toContain('Home')
    expect(shown.join(' ')).not.toContain('No filters yet')
  })

  it('leaves the filters to come while it waits, though they are known', async () => {
    serve({})
    const { rerender } = render(<FilterPanel isWaiting />)
    await waitFor(() => expect(screen.getByText(/of .* households/)).toBeDefined())
    expect(screen.getByText('Loading filters')).toBeDefined()
    expect(screen.queryByRole('button', { name: /^Home/ })).toBeNull()
    rerender(<FilterPanel />)
    expect(await category('Home')).toBeDefined()
  })

  it('goes without the household references when those cannot be had', async () => {
    serve({ '/api/household-reference-filter': () => refuseWith(500, 'Try later.') })
    renderPanel()
    expect(await screen.findByText('Household references could not be loaded. Try later.')).toBeDefined()
    expect(await category('Home')).toBeDefined()
  })

  it('takes out of a kept selection what the catalogue no longer has', async () => {
    serve()
    const stale = {
      displayName: 'Tenure',
      selectedValues: [...chosen.home.tenure.selectedValues, { id: 'castle', displayName: 'Castle' }],
    }
    keep({
      ...chosen,
      home: { tenure: stale },
      gone: { old: { displayName: 'Old', selectedValues: [{ id: '1', displayName: 'One' }] } },
    })
    const { store } = renderPanel()
    await waitFor(() => expect(store.get(selectedFiltersAtom)).toEqual(chosen))
    expect(toast).toHaveBeenCalledWith('Some values were not found: Castle, Old')
  })
})

describe('Clear all', () => {
  it('clears every filter and its key, and can be undone', async () => {
    serve()
    keep(chosen)
    const { user, store } = renderPanel()
    await user.click(await screen.findByRole('button', { name: 'Clear all' }))
    expect(store.get(selectedFiltersAtom)).toEqual({})
    expect(sessionStorage.getItem(SELECTED_FILTERS_KEY)).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    expect(store.get(selectedFiltersAtom)).toEqual(chosen)
  })
})

describe('the finder', () => {
  const finder = () => screen.findByRole('combobox', { name: 'Search for a filter' })

  it('opens the owning category, scrolls there and highlights the filter for 6 seconds', async () => {
    serve()
    const { user } = renderPanel()
    await user.type(await finder(), 'carer')
    await user.click(screen.getByRole('option', { name: /Carer/ }))
    const found = card('Carer')!
    expect((await category('People')).getAttribute('aria-expanded')).toBe('true')
    expect(found.scrollIntoView).toHaveBeenCalled()
    expect(found.dataset.highlighted).toBe('true')
    pass(5800)
    expect(found.dataset.highlighted).toBe('true')
    pass(300)
    expect(found.dataset.highlighted).toBeUndefined()
  })

  it('has the id by which "/" reaches it, and Enter takes the first that it found', async () => {
    serve()
    const { user } = renderPanel()
    const input = await finder()
    expect(input.getAttribute('placeholder')).toBe('Search for a filter...')
    expect(input.id).toBe(FINDER_ID)
    await user.type(input, 'weekly inc{Enter}')
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Weekly income'))
    expect(card('Weekly income')?.dataset.highlighted).toBe('true')
    expect(screen.queryByRole('listbox')).toBeNull()
  })

  it('says so when there is no such filter', async () => {
    serve()
    const { user } = renderPanel()
    await user.type(await finder(), 'zebra')
    expect(await screen.findByText('No filter of that name. Try another word.')).toBeDefined()
  })
})

describe("the 'Your filters' modal", () => {
  const open = async () => {
    serve()
    keep(chosen)
    const view = renderPanel()
    await view.user.click(await screen.findByRole('button', { name: '3 applied' }))
    return { ...view, modal: within(await screen.findByRole('dialog', { name: 'Your filters' })) }
  }

  it('removes single filters and single values from a copy, applied on Apply, which fetches at once', async () => {
    const { user, store, modal } = await open()
    expect(modal.getByText('£100 to £200')).toBeDefined()
    await user.click(modal.getByRole('button', { name: 'Remove Tenure' }))
    await user.click(modal.getByRole('button', { name: 'Remove No' }))
    expect(store.get(selectedFiltersAtom)).toEqual(chosen)
    expect(store.get(fetchAtOnceAtom)).toBe(0)
    await user.click(modal.getByRole('button', { name: 'Apply' }))
    expect(store.get(selectedFiltersAtom)).toEqual({
      money: chosen.money,
      people: { carer: { displayName: 'Carer', selectedValues: [{ id: 'true', displayName: 'Yes' }] } },
    })
    expect(store.get(fetchAtOnceAtom)).toBe(1)
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it.each(['Cancel', 'Escape'])('changes nothing on %s', async (way) => {
    const { user, store, modal } = await open()
    await user.click(modal.getByRole('button', { name: 'Clear all' }))
    expect(modal.getByText('No filters. Every household is shown.')).toBeDefined()
    if (way === 'Cancel') await user.click(modal.getByRole('button', { name: 'Cancel' }))
    else await user.keyboard('{Escape}')
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(store.get(selectedFiltersAtom)).toEqual(chosen)
    expect(store.get(fetchAtOnceAtom)).toBe(0)
  })

  it('clears all on Apply', async () => {
    const { user, store, modal } = await open()
    await user.click(modal.getByRole('button', { name: 'Clear all' }))
    await user.click(modal.getByRole('button', { name: 'Apply' }))
    expect(store.get(selectedFiltersAtom)).toEqual({})
  })

  it('keeps "/" from leaving it', async () => {
    const { modal } = await open()
    const before = document.activeElement
    fireEvent.keyDown(modal.getByRole('button', { name: 'Apply' }), { key: '/' })
    expect(document.activeElement).toBe(before)
  })
})
