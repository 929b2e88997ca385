/** A catalogue, a server that answers with it, and the panel on both, for tests. */
import { render } from '../../../../testing/render'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router-dom'
import type { ComponentProps, ReactElement } from 'react'
import { vi } from 'vitest'
import type { Filter, FilterCategory } from '#contract/households/filters'
import { SELECTED_FILTERS_KEY } from '../../../../state/filters/selectedFilters'
import { createStore, Provider } from '../../../../state/store'
import { FilterPanel } from '../FilterPanel'

/** A filter with what a test does not care about filled in. */
export function aFilter(part: Partial<Filter> & Pick<Filter, 'filter_name' | 'type'>): Filter {
  return { display_name: part.filter_name, placeholder: '', description: '', filter_values: [], ...part }
}

/** Values whose name is the lower-cased display name. */
const valuesNamed = (...names: string[]) =>
  names.map((name) => ({ name: name.toLowerCase().replaceAll(' ', '_'), display_name: name }))

export const TENURE = aFilter({
  filter_name: 'tenure',
  display_name: 'Tenure',
  description: 'How the household holds its home.',
  placeholder: 'Select tenures',
  type: 'dropdown_checkbox_multiple',
  filter_values: valuesNamed(
    'Owned outright',
    'Mortgaged',
    'Council rent',
    'Housing association',
    'Private rent',
    'Temporary accommodation',
  ),
})
export const CARER = aFilter({
  filter_name: 'carer',
  display_name: 'Carer',
  type: 'checkbox_multiple',
  filter_values: [
    { name: 'true', display_name: 'Yes' },
    { name: 'false', display_name: 'No' },
  ],
  everyday_words: [{ words: ['looks after someone'], filter_values: [{ name: 'true', display_name: 'Yes' }] }],
})
export const INCOME = aFilter({
  filter_name: 'weekly_income',
  display_name: 'Weekly income',
  type: 'dual_range_slider',
  filter_values: [
    { name: '0', display_name: '£0' },
    { name: '1000', display_name: '£1,000' },
  ],
})
export const SAVINGS = aFilter({
  filter_name: 'savings',
  display_name: 'Savings',
  type: 'integer_to_integer',
  filter_values: [
    { name: '0', display_name: '£0' },
    { name: '50000', display_name: '£50,000' },
  ],
  everyday_words: [
    {
      words: ['nest egg'],
      filter_values: [
        { name: '10000', display_name: '£10,000' },
        { name: '50000', display_name: '£50,000' },
      ],
    },
  ],
})
export const WARD = aFilter({
  filter_name: 'ward',
  display_name: 'Ward',
  placeholder: 'Search wards',
  type: 'search',
  filter_values: [
    'Hale',
    'Hale Barns',
    'Hale Barns with Timperley',
    'Bowdon',
    'Gorse Hill & Cornbrook',
    'Sale Moor',
    'Urmston',
    'Altrincham',
  ].map((name, index) => ({ name: `W${index + 1}`, display_name: name })),
})

export const EXAMPLE_CATALOGUE: FilterCategory[] = [
  {
    category_name: 'area',
    display_name: 'Area',
    subcategories: [{ subcategory_name: 'place', display_name: 'Place', description: 'Where it is.', filters: [WARD] }],
  },
  {
    category_name: 'home',
    display_name: 'Home',
    subcategories: [
      { subcategory_name: 'holding', display_name: 'Holding', description: 'How it is held.', filters: [TENURE] },
      {
        subcategory_name: 'odd',
        display_name: 'Odd',
        description: '',
        filters: [aFilter({ filter_name: 'shade', display_name: 'Shade', type: 'colour_wheel' })],
      },
    ],
  },
  {
    category_name: 'money',
    display_name: 'Money',
    subcategories: [{ subcategory_name: 'in', display_name: 'Income', description: '', filters: [INCOME, SAVINGS] }],
  },
  {
    category_name: 'people',
    display_name: 'People',
    subcategories: [{ subcategory_name: 'care', display_name: 'Care', description: '', filters: [CARER] }],
  },
]

const REFERENCES = {
  filter_name: 'household_references',
  display_name: 'Household reference',
  placeholder: 'Search or paste household references',
  type: 'search',
  filter_values: valuesNamed('H1', 'H2', 'H3'),
}

/** What a fake server was asked. */
export interface PanelRequest {
  path: string
  query: URLSearchParams
  body: unknown
  signal: AbortSignal | null | undefined
}
/** An answer: a body for 200, or a `Response`. */
type Answer = (asked: PanelRequest) => unknown

const DEFAULTS: Record<string, Answer> = {
  '/health': () => ({ status: 'ok' }),
  '/api/all-filters': () => EXAMPLE_CATALOGUE,
  '/api/household-reference-filter': () => REFERENCES,
  '/api/filter-facets': () => ({ household_count: 0, facets: [] }),
}

/** Answers calls by path; returns what was asked, in order. */
export function serve(answers: Record<string, Answer> = {}): PanelRequest[] {
  const asked: PanelRequest[] = []
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    const url = new URL(address, 'http://localhost')
    const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : undefined
    const one = { path: url.pathname, query: url.searchParams, body, signal: init.signal }
    asked.push(one)
    const answer = { ...DEFAULTS, ...answers }[url.pathname]
    if (!answer) throw new Error(`nobody answers ${url.pathname}`)
    const reply = await answer(one)
    return reply instanceof Response ? reply : Response.json(reply)
  })
  return asked
}

/** A refusal as the server words it. */
export const refuseWith = (status: number, detail: string) => Response.json({ detail, code: 'test' }, { status })

/** Renders anything with a store of its own. */
export function renderApart(element: ReactElement) {
  vi.spyOn(Element.prototype, 'scrollIntoView')
  const store = createStore()
  const user = userEvent.setup({ delay: null })
  const view = render(
    <Provider store={store}>
      <MemoryRouter>{element}</MemoryRouter>
    </Provider>,
  )
  return { ...view, store, user }
}

/** The whole panel. */
export const renderPanel = (props: ComponentProps<typeof FilterPanel> = {}) => renderApart(<FilterPanel {...props} />)

/** A selection of values, a range and a flag. */
export const CHOSEN = {
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

/** Keeps a selection as the tab had it before. */
export const keepSelection = (selection: unknown) =>
  sessionStorage.setItem(SELECTED_FILTERS_KEY, JSON.stringify(selection))
