/** Opens an address in a tab made in the click itself: later ones are blocked. @throws as `address` */
export async function openInTab(address: () => Promise<string>, { isDownload = true } = {}): Promise<void> {
  const tab = window.open('', '_blank')
  try {
    const url = await address()
    if (tab === null) {
      if (isDownload) window.location.assign(url)
      return
    }
    tab.opener = null
    tab.location.replace(url)
  } catch (error) {
    tab?.close()
    throw error
  }
}
