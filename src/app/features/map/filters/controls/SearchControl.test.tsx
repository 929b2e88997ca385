import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { MAX_VALUES_PER_FILTER, type Filter } from '#contract/households/filters'
import { selectedFiltersAtom } from '../../../../state/filters/selectedFilters'
import { listValues } from '../../../../state/filters/selection'
import { aFilter, refuseWith, renderApart, serve, WARD } from '../testing/panel'
import { restingCounts, restingCountsAtom } from '../facets'
import { FilterControl } from './FilterControl'

const { error: toast } = vi.hoisted(() => ({ error: vi.fn() }))
vi.mock('../../../../ui/notify/notify', () => ({ notify: { error: toast, success: vi.fn() } }))

const many = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ name: `P${index}`, display_name: `M33 ${index}ZZ` }))
const LONG = aFilter({ filter_name: 'postcodes', display_name: 'Postcode', type: 'search', filter_values: many(300) })
const PARTIAL = { ...LONG, filter_values: many(50), total: 6000 }

function show(filter: Filter) {
  const place = { categoryName: 'c', filterName: filter.filter_name, displayName: filter.display_name }
  const view = renderApart(<FilterControl filter={filter} place={place} />)
  const input = screen.getByRole<HTMLInputElement>('combobox', { name: filter.display_name })
  const names = () => listValues(view.store.get(selectedFiltersAtom), place).map((value) => value.displayName)
  return { ...view, input, names }
}
const options = () => screen.queryAllByRole('option').map((option) => option.textContent.trim())
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  toast.mockClear()
  serve()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('says what each ward would leave, and greys what leaves nothing', async () => {
  const values = WARD.filter_values.map(({ name }, index) => ({ name, household_count: index }))
  const counts = restingCounts({ household_count: 3, facets: [{ filter_name: 'ward', values }] }, { all: 3 })
  const place = { categoryName: 'c', filterName: 'ward', displayName: 'Ward' }
  const { user, store } = renderApart(<FilterControl filter={WARD} place={place} />)
  act(() => store.set(restingCountsAtom, counts))
  await user.click(screen.getByRole('combobox', { name: 'Ward' }))
  const [first, second] = screen.getAllByRole('option')
  expect(first?.textContent).toBe(`${WARD.filter_values[0]?.display_name}0 households`)
  expect(first?.querySelector('[data-faint]')).not.toBeNull()
  expect(second?.textContent).toBe(`${WARD.filter_values[1]?.display_name}1 household`)
  expect(second?.querySelector('[data-faint]')).toBeNull()
})

describe('the picker', () => {
  it('shows at most 50 options without a query and at most 100 with one, 300 ms after the last letter', async () => {
    const { user, input } = show(LONG)
    await user.click(input)
    expect(options()).toHaveLength(50)
    expect(screen.getByText('Showing 50 of 300. Type to narrow the list.')).toBeDefined()
    // Time stands still from here but for what is passed.
    vi.useFakeTimers()
    fireEvent.change(input, { target: { value: 'M33' } })
    await pass(290)
    expect(options()).toHaveLength(50)
    await pass(20)
    expect(options()).toHaveLength(100)
    expect(screen.getByText('Showing 100 of 300. Type to narrow the list.')).toBeDefined()
  })

  it('ignores case, and puts what begins so first', async () => {
    const { user, input } = show(WARD)
    await user.type(input, 'SALE')
    await waitFor(() => expect(options()).toEqual(['Sale Moor']))
    await user.clear(input)
    await user.type(input, 'ha')
    await waitFor(() => expect(options()[0]).toBe('Hale'))
  })

  it('chooses several by keyboard, and Tab does not take the last one back', async () => {
    const { user, names, input } = show(WARD)
    await user.tab()
    expect(document.activeElement).toBe(input)
    await user.keyboard('{ArrowDown}{Enter}{ArrowDown}{Enter}{Tab}')
    expect(names()).toEqual(['Hale', 'Hale Barns'])
    expect(screen.queryByRole('listbox')).toBeNull()
  })

  it('takes a value away when it is chosen again, and by its chip', async () => {
    const { user, input, names } = show(WARD)
    await user.click(input)
    await user.click(screen.getByRole('option', { name: 'Bowdon' }))
    await user.click(screen.getByRole('option', { name: 'Urmston' }))
    await user.click(screen.getByRole('option', { name: 'Bowdon' }))
    expect(names()).toEqual(['Urmston'])
    await user.keyboard('{Escape}')
    await user.click(screen.getByRole('button', { name: 'Remove Urmston' }))
    expect(names()).toEqual([])
  })

  it("says '{n} item(s) selected' above five", async () => {
    const { user, input, names } = show(WARD)
    await user.click(input)
    for (const name of ['Hale', 'Bowdon', 'Urmston', 'Altrincham', 'Sale Moor']) {
      await user.click(screen.getByRole('option', { name }))
    }
    expect(screen.queryByText(/item\(s\) selected/)).toBeNull()
    await user.click(screen.getByRole('option', { name: 'Hale Barns' }))
    await user.keyboard('{Escape}')
    expect(screen.getByText('6 item(s) selected')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Remove all: Ward' }))
    expect(names()).toEqual([])
  })

  it('says so when nothing is found', async () => {
    const { user, input } = show(WARD)
    await user.type(input, 'zzz')
    expect(await screen.findByText('Nothing found. Check the spelling.')).toBeDefined()
  })
})

describe('a pasted list', () => {
  it('adds what is found to what is chosen, and names what is not', async () => {
    const { user, input, names } = show(WARD)
    await user.click(input)
    await user.click(screen.getByRole('option', { name: 'Urmston' }))
    await user.paste('hale barns with timperley;HALE\tGorse Hill & Cornbrook|Nowhere, nowhere, Urmston')
    await waitFor(() =>
      expect(names()).toEqual(['Urmston', 'Hale', 'Hale Barns with Timperley', 'Gorse Hill & Cornbrook']),
    )
    expect(toast).toHaveBeenCalledExactlyOnceWith('Some values were not found: Nowhere')
    expect(screen.getByText('Not found: Nowhere')).toBeDefined()
    expect(input.value).toBe('')
  })

  it('of one value is typed into the field', async () => {
    const { user, input, names } = show(WARD)
    await user.click(input)
    await user.paste('Hale')
    expect(input.value).toBe('Hale')
    expect(names()).toEqual([])
  })

  it('that is too long is refused in clear words, and nothing is lost', async () => {
    const { user, input, names } = show(WARD)
    await user.click(input)
    await user.click(screen.getByRole('option', { name: 'Urmston' }))
    await user.paste(Array.from({ length: MAX_VALUES_PER_FILTER + 1 }, (_, index) => `R${index}`).join('\n'))
    expect(screen.getByText(/^You pasted 10,001 values, and one filter takes at most 10,000/)).toBeDefined()
    expect(names()).toEqual(['Urmston'])
  })
})

describe('a list that is longer than the catalogue brings', () => {
  it('is searched on the server, and a search that is overtaken is given up', async () => {
    const answers: ((reply: unknown) => void)[] = []
    const all = serve({ '/api/filter-values': () => new Promise((resolve) => answers.push(resolve)) })
    // While nothing answers, the connection is looked at too.
    const searches = () => all.filter(({ path }) => path === '/api/filter-values')
    const { user, input } = show(PARTIAL)
    await user.click(input)
    expect(screen.getByText('Showing 50 of 6,000. Type to narrow the list.')).toBeDefined()
    await user.keyboard('M4')
    await pass(310)
    const [first] = searches()
    expect(searches()).toHaveLength(1)
    expect(Object.fromEntries(first!.query)).toEqual({ query: 'M4', limit: '100', filter_name: 'postcodes' })
    await user.keyboard('1')
    await pass(310)
    expect(first!.signal?.aborted).toBe(true)
    expect(searches()[1]?.query.get('query')).toBe('M41')
    answers[1]!({ filter_values: [{ name: 'M41 1AA', display_name: 'M41 1AA' }], total: 1 })
    await waitFor(() => expect(options()).toEqual(['M41 1AA']))
  })

  it('says why when the server cannot be asked', async () => {
    serve({ '/api/filter-values': () => refuseWith(500, 'Something went wrong here.') })
    const { user, input } = show(PARTIAL)
    await user.type(input, 'M4')
    expect(await screen.findByText('Something went wrong here.')).toBeDefined()
  })

  it('is matched on the server when a list is pasted', async () => {
    const asked = serve({
      '/api/filter-value-matches': () => ({
        matched: [
          { name: 'M41 2BB', display_name: 'M41 2BB' },
          { name: 'M41 1AA', display_name: 'M41 1AA' },
        ],
        unmatched: ['X1'],
      }),
    })
    const { user, input, names } = show(PARTIAL)
    await user.click(input)
    await user.paste(`m41 2bb, M41 1AA; X1, ${'y'.repeat(201)}`)
    await waitFor(() => expect(names()).toEqual(['M41 1AA', 'M41 2BB']))
    expect(asked[0]!.body).toEqual({ filter_name: 'postcodes', values: ['m41 2bb', 'M41 1AA', 'X1'] })
    expect(toast).toHaveBeenCalledWith(`Some values were not found: X1, ${'y'.repeat(201)}`)
  })

  it('of household references is asked of their own calls', async () => {
    const asked = serve({
      '/api/household-reference-filter': () => ({ ...PARTIAL, filter_values: many(3), total: 3 }),
      '/api/household-reference-matches': () => ({ matched: many(2), unmatched: [] }),
    })
    const { user, input, names } = show({ ...PARTIAL, filter_name: 'household_references' })
    await user.type(input, 'H9')
    await waitFor(() => expect(options()).toHaveLength(3))
    expect(Object.fromEntries(asked[0]!.query)).toEqual({ query: 'H9', limit: '100' })
    await user.paste('a,b')
    await waitFor(() => expect(names()).toHaveLength(2))
    expect(asked.at(-1)).toMatchObject({ path: '/api/household-reference-matches', body: { values: ['a', 'b'] } })
  })
})
