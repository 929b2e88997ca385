/*
 * The app is one page in three editions, made by the build (.scripts/vite/editions.ts); the server and the service worker answer
 * an address with the same one.
 */

/** The edition that an address of the app is answered with: a file beside the app's assets. */
export function pageOf(path: string): 'index.html' | 'login.html' | 'map.html' {
  if (path === '/login') return 'login.html'
  return path === '/' || path === '/streetview' ? 'map.html' : 'index.html'
}
