import { fireEvent, screen, within } from '../../../testing/render'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fetchAtOnceAtom, selectedFiltersAtom } from '../../../state/filters/selectedFilters'
import { CHOSEN, keepSelection, renderPanel, serve } from './testing/panel'

beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }))
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe("the 'Your filters' modal", () => {
  const open = async () => {
    serve()
    keepSelection(CHOSEN)
    const view = renderPanel()
    await view.user.click(await screen.findByRole('button', { name: '3 applied' }))
    return { ...view, modal: within(await screen.findByRole('dialog', { name: 'Your filters' })) }
  }

  it('removes single filters and single values from a copy, applied on Apply, which fetches at once', async () => {
    const { user, store, modal } = await open()
    expect(modal.getByText('£100 to £200')).toBeDefined()
    await user.click(modal.getByRole('button', { name: 'Remove Tenure' }))
    await user.click(modal.getByRole('button', { name: 'Remove No' }))
    expect(store.get(selectedFiltersAtom)).toEqual(CHOSEN)
    expect(store.get(fetchAtOnceAtom)).toBe(0)
    await user.click(modal.getByRole('button', { name: 'Apply' }))
    expect(store.get(selectedFiltersAtom)).toEqual({
      money: CHOSEN.money,
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
    expect(store.get(selectedFiltersAtom)).toEqual(CHOSEN)
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
