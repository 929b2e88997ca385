import { onlineManager } from '@tanstack/react-query'
import { cleanup, configure, getConfig } from '@testing-library/react'
import { afterAll, afterEach, vi } from 'vitest'
import { endLeftovers, noteLeftovers } from './leftovers'
import { PATIENCE_MS } from './patience'

/*
 * Files share a worker, with its document and what comes of packages; what our own modules keep, wait for and listen to
 * is each file's own, as if the page were loaded again. A file for which that is not enough says @isolated.
 */
const isFirstFile = !('scrollIntoView' in Element.prototype)
if (isFirstFile) {
  completeDocument()
  noteLeftovers()
}

afterEach(() => {
  cleanup()
  sessionStorage.clear()
  localStorage.clear()
})

afterAll(async () => {
  vi.useRealTimers()
  // A toast whose code was still loading would otherwise appear in the next file.
  await vi.dynamicImportSettled()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  vi.resetModules()
  endLeftovers()
  onlineManager.setOnline(true)
  history.replaceState(null, '', '/')
  document.head.replaceChildren()
  document.body.replaceChildren()
  for (const element of [document.documentElement, document.body])
    for (const name of element.getAttributeNames()) element.removeAttribute(name)
})

function completeDocument(): void {
  /*
   * What a browser has and jsdom has not, where the parts that we build on ask for it without looking:
   * react-aria's overlays and lists.
   */
  const css = { escape: (text: string) => text.replace(/[^\w-]/g, (letter) => `\\${letter}`) }
  for (const scope of [globalThis, document.defaultView ?? globalThis]) {
    Object.defineProperty(scope, 'CSS', { value: css, configurable: true })
  }
  Object.defineProperty(Element.prototype, 'scrollIntoView', { value: () => {}, configurable: true, writable: true })

  lightenStyles()

  // For what a test left mounted when it took its own window back: none of the queries holds, as in a small window.
  const noMedia = (media: string) => ({
    media,
    matches: false,
    addEventListener: () => {},
    removeEventListener: () => {},
  })
  Object.defineProperty(globalThis, 'matchMedia', { value: noMedia, configurable: true, writable: true })

  /*
   * A read that the line failed is asked for again, with a pause: the last word on it alone takes two seconds.
   * What is found on screen is there before the effects of the drawing that put it there, which on a busy machine come a
   * turn later: a title, or a focus, that the test looks at next. React waits its turn by setImmediate, and so before this.
   */
  const { setImmediate: nextTurn } = globalThis
  const { asyncWrapper } = getConfig()
  configure({
    asyncUtilTimeout: PATIENCE_MS,
    asyncWrapper: (find) =>
      asyncWrapper(async () => {
        const found: unknown = await find()
        await new Promise((resolve) => nextTurn(resolve))
        return found
      }),
  })
}

/*
 * Whether a thing is seen is asked for each element that a query comes by, and jsdom answers by going through every rule
 * of its own stylesheet. No sheet of ours is loaded here: markup and inline styles tell what is asked most, and jsdom
 * the rest.
 */
function lightenStyles(): void {
  const jsdomStyle = globalThis.getComputedStyle
  const unseen = '[hidden], head, head *, script, style, template, datalist, noscript, dialog:not([open])'
  const displays = new Map<string, string>()
  const displayOf = (name: string): string => {
    const known = displays.get(name) ?? jsdomStyle(document.createElement(name)).display
    displays.set(name, known)
    return known
  }
  const inherited = (name: 'visibility' | 'pointerEvents', initial: string) => (element: Element) => {
    for (let at: Element | null = element; at; at = at.parentElement) {
      const own = styleOf(at)?.[name]
      if (own) return own
    }
    return initial
  }
  const answers = new Map([
    ['display', (at: Element) => styleOf(at)?.display || (at.matches(unseen) ? 'none' : displayOf(at.localName))],
    ['visibility', inherited('visibility', 'visible')],
    ['pointerEvents', inherited('pointerEvents', 'auto')],
    // Of what stands before and after an element, which jsdom does not know.
    ['content', () => ''],
  ])
  function getComputedStyle(element: Element): CSSStyleDeclaration {
    const answer = (name: string) => answers.get(name)?.(element)
    return new Proxy(element.ownerDocument.createElement('i').style, {
      get(_, name) {
        if (name === 'getPropertyValue')
          return (asked: string) => answer(asked) ?? jsdomStyle(element).getPropertyValue(asked)
        const own: unknown = typeof name === 'string' ? answer(name) : undefined
        const rest = (): unknown => Reflect.get(jsdomStyle(element), name)
        return own ?? rest()
      },
    })
  }
  Object.defineProperty(globalThis, 'getComputedStyle', { value: getComputedStyle, configurable: true, writable: true })
}

const styleOf = (element: Element): CSSStyleDeclaration | undefined =>
  element instanceof HTMLElement || element instanceof SVGElement ? element.style : undefined
