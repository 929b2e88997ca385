/**
 * Opens what the server answers with an address of, in a tab of its own. The tab is opened in the click itself, and
 * led on when the address is there: a tab opened later is a pop-up, and browsers hold those back.
 *
 * Where the browser holds back this one too, the page itself goes there: an export is a download, which leaves the
 * page as it is. What is no download, and would take the page's place, says so. Call it from the click, before
 * anything is waited for.
 * @throws what `address` throws; the tab is closed then.
 */
export async function openInTab(address: () => Promise<string>, { isDownload = true } = {}): Promise<void> {
  const tab = window.open('', '_blank')
  try {
    const url = await address()
    if (tab === null) {
      if (isDownload) window.location.assign(url)
      return
    }
    // What comes from a signed address has no business with the page that asked for it.
    tab.opener = null
    tab.location.replace(url)
  } catch (error) {
    tab?.close()
    throw error
  }
}
