/* Server and service worker must choose the same edition (.scripts/vite/editions.ts). */

/** The file that answers an app address. */
export function pageOf(path: string): 'index.html' | 'login.html' | 'map.html' {
  if (path === '/login') return 'login.html'
  return path === '/' || path === '/streetview' ? 'map.html' : 'index.html'
}
