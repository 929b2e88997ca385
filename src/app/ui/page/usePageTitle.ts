import { useEffect } from 'react'

/** Names the document after the page, in front of the product's name. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} – Doorstep`
  }, [title])
}
