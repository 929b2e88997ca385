import { act, render, screen, waitFor, within } from '../../../testing/render'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { queryClient } from '../../../api/queryClient'
import { catalogueQuery } from '../../../state/filters/catalogue'
import { FINDER_ID } from '../../../state/singleKeys'
import { setOnline } from '../../../state/connectivity'
import { questionsAtom } from '../../../state/filters/questions'
import { SELECTED_FILTERS_KEY, selectedFiltersAtom } from '../../../state/filters/selectedFilters'
import { FilterPanel } from './FilterPanel'
import { CHOSEN, EXAMPLE_CATALOGUE, keepSelection, refuseWith, renderPanel, serve } from './testing/panel'

const { error: toast } = vi.hoisted(() => ({ error: vi.fn() }))
vi.mock('../../../ui/notify/notify', () => ({ notify: { error: toast, success: vi.fn() } }))

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
    await waitFor(() => expect(screen.queryByText(/of 60/)).toBeNull())
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
    keepSelection(CHOSEN)
    renderPanel()
    expect((await category('Home')).textContent).toContain('1 applied')
    expect((await category('Area')).textContent).not.toContain('applied')
    expect(screen.getByRole('button', { name: '3 applied' })).toBeDefined()
  })

  it('says what went wrong, and tries again', async () => {
    let isDown = true
    serve({
      '/api/all-filters': () => (isDown ? refuseWith(500, 'The months are being moved.') : EXAMPLE_CATALOGUE),
    })
    const { user } = renderPanel()
    expect((await screen.findByRole('alert')).textContent).toContain('The months are being moved.')
    isDown = false
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await category('Home')).toBeDefined()
  })

  it('before the first month there is nothing wrong: it says where filters come from, with the guide', async () => {
    const code = 'no_month'
    serve({ '/api/all-filters': () => Response.json({ detail: 'No month yet.', code }, { status: 404 }) })
    renderPanel()
    expect(await screen.findByRole('heading', { name: 'No filters yet' })).toBeDefined()
    expect(screen.getByRole('link', { name: 'How to hand over a month' }).getAttribute('href')).toBe('/help/month')
    expect(screen.queryByRole('alert')).toBeNull()
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
      selectedValues: [...CHOSEN.home.tenure.selectedValues, { id: 'castle', displayName: 'Castle' }],
    }
    keepSelection({
      ...CHOSEN,
      home: { tenure: stale },
      gone: { old: { displayName: 'Old', selectedValues: [{ id: '1', displayName: 'One' }] } },
    })
    const { store } = renderPanel()
    await waitFor(() => expect(store.get(selectedFiltersAtom)).toEqual(CHOSEN))
    expect(toast).toHaveBeenCalledWith('Some values were not found: Castle, Old')
  })
})

describe('Clear all', () => {
  it('clears every filter and its key, and can be undone', async () => {
    serve()
    keepSelection(CHOSEN)
    const { user, store } = renderPanel()
    await user.click(await screen.findByRole('button', { name: 'Clear all' }))
    expect(store.get(selectedFiltersAtom)).toEqual({})
    expect(sessionStorage.getItem(SELECTED_FILTERS_KEY)).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    expect(store.get(selectedFiltersAtom)).toEqual(CHOSEN)
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

  it.each([
    ['looks after people', 'Carer: Yes', 'people', 'carer', ['true']],
    ['Nest eggs', 'Savings: £10,000 to £50,000', 'money', 'savings', ['10000', '50000']],
    ['mortgaged', 'Tenure: Mortgaged', 'home', 'tenure', ['mortgaged']],
    ['sale moor', 'Ward: Sale Moor', 'area', 'ward', ['W6']],
  ])(
    'finds values by everyday words: %j selects %s beside what is selected',
    async (words, label, category, name, ids) => {
      serve()
      keepSelection({
        home: {
          tenure: { displayName: 'Tenure', selectedValues: [{ id: 'private_rent', displayName: 'Private rent' }] },
        },
      })
      const { user, store } = renderPanel()
      await user.type(await finder(), words)
      expect(screen.getAllByRole('option')[0]?.textContent).toContain(label)
      await user.keyboard('{Enter}')
      const selected = store.get(selectedFiltersAtom)
      expect(selected[category]?.[name]?.selectedValues.map(({ id }) => id)).toEqual(
        name === 'tenure' ? ['private_rent', ...ids] : ids,
      )
      expect(selected.home?.tenure?.selectedValues).toContainEqual({ id: 'private_rent', displayName: 'Private rent' })
      expect(document.activeElement?.textContent).toBe(label.split(':')[0])
      expect(screen.getByText(`Selected ${label}`)).toBeDefined()
    },
  )

  it('offers ready-made questions by their names, after filters', async () => {
    serve()
    const { user, store } = renderPanel()
    const choose = vi.fn()
    act(() =>
      store.set(questionsAtom, [
        { key: 'one', name: 'Carers who may miss Carer’s Allowance', choose },
        { key: 'other', name: 'Tenants in arrears', choose: () => {} },
      ]),
    )
    await user.type(await finder(), 'carer')
    const options = screen.getAllByRole('option').map(({ textContent }) => textContent)
    expect(options[0]).toContain('Carer')
    expect(options.at(-1)).toBe('Carers who may miss Carer’s AllowanceReady-made question')
    expect(options.join()).not.toContain('Tenants')
    await user.click(screen.getByRole('option', { name: /^Carers who/ }))
    expect(choose).toHaveBeenCalledOnce()
  })

  it('offers the ward that holds a place, and never says that there is nothing before it knows the places', async () => {
    serve()
    const places = [
      { name: 'Partington', wardCode: 'W5' },
      // The catalogue may know no such ward.
      { name: 'Partington', wardCode: 'W99' },
    ]
    let tell = () => {}
    const listPlaces = () => new Promise<typeof places>((resolve) => (tell = () => resolve(places)))
    const { user, store } = renderPanel({ listPlaces })
    await user.type(await finder(), 'PARTINGTON')
    expect(await screen.findByText('Searching…')).toBeDefined()
    tell()
    await user.click(await screen.findByRole('option', { name: 'Partington, in Gorse Hill & Cornbrook' }))
    expect(screen.queryByText(/Partington/)).toBeNull()
    expect(store.get(selectedFiltersAtom).area?.ward?.selectedValues).toEqual([
      { id: 'W5', displayName: 'Gorse Hill & Cornbrook' },
    ])
    expect(screen.getByText('Selected Ward: Gorse Hill & Cornbrook')).toBeDefined()
  })

  it('says so when there is no such filter', async () => {
    serve()
    const { user } = renderPanel()
    await user.type(await finder(), 'zebra')
    expect(await screen.findByText('No filter of that name. Try another word.')).toBeDefined()
  })
})
