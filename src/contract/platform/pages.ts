/* Server and service worker must choose the same edition (.scripts/vite/editions.ts). */

/** The file that answers an app address. @param mayBeSignedIn otherwise the map's files would hold up the login page */
export function choosePage(path: string, mayBeSignedIn: boolean): 'index.html' | 'login.html' | 'map.html' {
  if (path === '/login') return 'login.html'
  if (!mayBeSignedIn) return 'index.html'
  return path === '/' || path === '/streetview' ? 'map.html' : 'index.html'
}
