/**
 * Has the browser fetch, when it has nothing better to do, what the map's page names for later: the files of the map
 * that moves (.scripts/vite/editions.ts). They are not run before somebody wants them. A page opened elsewhere names
 * none, and a browser that does not fetch ahead fetches them then.
 */
export function fetchLater(): void {
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel="later"]')) link.rel = 'prefetch'
}
