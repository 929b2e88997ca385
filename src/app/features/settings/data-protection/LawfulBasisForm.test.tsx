import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { fakeServer } from '../../../testing/fakeServer'
import { render } from '../../../testing/render'
import { LawfulBasisForm } from './LawfulBasisForm'

it('sets and takes away the default, and whether one is required', async () => {
  const saved = { default_basis: null, is_required: true }
  const seen = fakeServer({ '/api/set-lawful-basis-settings': { json: saved } })
  render(<LawfulBasisForm settings={{ default_basis: 'consent', is_required: false }} />)
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { name: /Lawful basis of new campaigns/ }))
  await user.click(await screen.findByRole('option', { name: /^None/ }))
  await user.click(screen.getByRole('checkbox'))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(seen.map(({ body }) => body)).toEqual([saved])
})
