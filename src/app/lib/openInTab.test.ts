import { expect, test, vi } from 'vitest'
import { openInTab } from './openInTab'

function aTab() {
  const tab = { opener: window as Window | null, location: { replace: vi.fn() }, close: vi.fn() }
  // The parts of a window that a tab is led by.
  const open = vi.spyOn(window, 'open').mockReturnValue(tab as unknown as Window)
  return { tab, open }
}

test('the tab is opened in the click, before the address is asked for, and goes there without its opener', async () => {
  const { tab, open } = aTab()
  const address = vi.fn(async () => {
    expect(open).toHaveBeenCalledExactlyOnceWith('', '_blank')
    return '/files/one.csv'
  })
  await openInTab(address)
  expect(tab.location.replace).toHaveBeenCalledExactlyOnceWith('/files/one.csv')
  expect([tab.opener, tab.close.mock.calls.length]).toEqual([null, 0])
})

test('the tab is closed when there is no address', async () => {
  const { tab } = aTab()
  await expect(openInTab(() => Promise.reject(new Error('refused')))).rejects.toThrow('refused')
  expect(tab.close).toHaveBeenCalledOnce()
})

test('where the browser holds the tab back, the page itself goes to a download, and to nothing else', async () => {
  vi.spyOn(window, 'open').mockReturnValue(null)
  const assign = vi.fn()
  vi.stubGlobal('location', { assign })
  await openInTab(async () => '/files/pack.pdf', { isDownload: false })
  expect(assign).not.toHaveBeenCalled()
  await openInTab(async () => '/files/one.csv')
  expect(assign).toHaveBeenCalledExactlyOnceWith('/files/one.csv')
  vi.unstubAllGlobals()
})
