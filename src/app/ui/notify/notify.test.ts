import { act, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { notify } from './notify'
import { CAMPAIGN_TOAST_OPTIONS, TOAST_OPTIONS } from './options'

test('toasts show top-right for 5000 ms, can be dragged, and wait under the pointer', () => {
  expect(TOAST_OPTIONS).toEqual({ position: 'top-right', autoClose: 5000, draggable: true, pauseOnHover: true })
})

test('a toast is announced, with the first one loading what it needs', async () => {
  await act(async () => notify.success('1,204 households sent to the calculator'))
  expect((await screen.findByRole('alert')).textContent).toContain('1,204 households sent to the calculator')
  expect(document.querySelectorAll('.Toastify__toast-container--top-right')).toHaveLength(1)
  await act(async () => notify.error('An error occurred'))
  expect(await screen.findByText('An error occurred')).toBeTruthy()
})

test('in the campaigns area toasts show bottom-right for 6000 ms', async () => {
  expect(CAMPAIGN_TOAST_OPTIONS).toMatchObject({ position: 'bottom-right', autoClose: 6000 })
  await act(async () => notify.success('Campaign sent for review', 'campaigns'))
  const toast = await screen.findByText('Campaign sent for review')
  expect(toast.closest('.Toastify__toast-container--bottom-right')).not.toBeNull()
})
