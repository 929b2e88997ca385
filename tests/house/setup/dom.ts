import { cleanup, configure } from '@testing-library/react'
import { afterEach } from 'vitest'
import { PATIENCE_MS } from './patience'

/*
 * What a browser has and jsdom has not, where the parts that we build on ask for it without looking:
 * react-aria's overlays and lists.
 */
const css = { escape: (text: string) => text.replace(/[^\w-]/g, (letter) => `\\${letter}`) }
for (const scope of [globalThis, document.defaultView ?? globalThis]) {
  Object.defineProperty(scope, 'CSS', { value: css, configurable: true })
}
Object.defineProperty(Element.prototype, 'scrollIntoView', { value: () => {}, configurable: true, writable: true })

// A read that the line failed is asked for again, with a pause: the last word on it alone takes two seconds.
configure({ asyncUtilTimeout: PATIENCE_MS })

afterEach(() => {
  cleanup()
  sessionStorage.clear()
  localStorage.clear()
})
