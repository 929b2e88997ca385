import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { setVisitSettings } from '#contract/campaigns/visitSettings'
import { fakeServer, lastBody } from '../../../testing/fakeServer'
import { render, screen } from '../../../testing/render'
import { VisitSettingsForm } from './VisitSettings'

const SETTINGS = { is_on: true, name_roles: ['Viewer' as const], may_open_maps: false, names_a_day: 60 }

it('saves how many names a day each person gets, within its bounds', async () => {
  const seen = fakeServer({ [setVisitSettings.path]: { json: { ...SETTINGS, names_a_day: 120 } } })
  render(<VisitSettingsForm settings={SETTINGS} />)
  const user = userEvent.setup()
  const field = screen.getByRole('textbox', { name: /names each person gets/ })
  await user.clear(field)
  await user.type(field, '501')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(screen.getByText('Write a whole number from 0 to 500.')).toBeTruthy()
  expect(seen).toEqual([])
  await user.clear(field)
  await user.type(field, '120')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await vi.waitFor(() => expect(lastBody(seen, setVisitSettings.path)).toEqual({ ...SETTINGS, names_a_day: 120 }))
})
