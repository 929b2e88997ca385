import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { catalogueOf, tickedFilter } from '../../../testing/exampleCatalogue'
import { fakeServer } from '../../../testing/fakeServer'
import { render } from '../../../testing/render'
import { NeverDrawnForm } from './NeverDrawnForm'

const CATALOGUE = catalogueOf(
  tickedFilter('tenure', 'Tenure', { council_rent: 'Council rent' }),
  tickedFilter('carer', 'Carer', { true: 'Yes' }),
)

it('names values of filters by their words, and takes them away', async () => {
  const saved = { filter_request_list: [] }
  const seen = fakeServer({
    '/api/all-filters': { json: CATALOGUE },
    '/api/set-never-drawn-settings': { json: saved },
  })
  const before = { filter_request_list: [{ filter_name: 'tenure', filter_value_list: ['council_rent'] }] }
  render(<NeverDrawnForm settings={before} />)
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: 'Remove Tenure: Council rent' }))
  await user.type(screen.getByRole('combobox', { name: 'Households that are always contacted' }), 'carer')
  await user.click(await screen.findByRole('option', { name: 'Carer: Yes' }))
  await user.keyboard('{Escape}')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  const sent = { filter_request_list: [{ filter_name: 'carer', filter_value_list: ['true'] }] }
  expect(seen.filter(({ path }) => path.includes('set-never')).map(({ body }) => body)).toEqual([sent])
})
