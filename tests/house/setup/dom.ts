import { cleanup, configure, getConfig } from '@testing-library/react'
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

/*
 * What is found on screen is there before the effects of the drawing that put it there, which on a busy machine come a
 * turn later: a title, or a focus, that the test looks at next. React waits its turn by setImmediate, and so before this.
 */
const { setImmediate: nextTurn } = globalThis
const { asyncWrapper } = getConfig()
configure({
  asyncWrapper: (find) =>
    asyncWrapper(async () => {
      const found: unknown = await find()
      await new Promise((resolve) => nextTurn(resolve))
      return found
    }),
})

afterEach(() => {
  cleanup()
  sessionStorage.clear()
  localStorage.clear()
})
