/** Opens an address that the server gives in a new tab, opened in the click itself: later it would be a blocked pop-up. Where it is blocked all the same, a download replaces no page. @throws what `address` throws. */
export async function openInTab(address: () => Promise<string>, { isDownload = true } = {}): Promise<void> {
  const tab = window.open('', '_blank')
  try {
    const url = await address()
    if (tab === null) {
      if (isDownload) window.location.assign(url)
      return
    }
    // Cuts the new tab off from this page.
    tab.opener = null
    tab.location.replace(url)
  } catch (error) {
    tab?.close()
    throw error
  }
}
