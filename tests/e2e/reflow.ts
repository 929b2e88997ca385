import { expect, type Locator, type Page } from '@playwright/test'

/** WCAG 2.2, 1.4.12: wider letters, words, lines and paragraphs than the page has. */
const SPACING = `* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
p { margin-bottom: 2em !important }`

/**
 * Fails where a page of 1280 × 1024 at 400%, which is 320 × 256, scrolls sideways (1.4.10) or cuts words, also with
 * wider spacing (1.4.12). What scrolls by itself, such as a table or a map, may be wider. Nor may anything stand outside
 * of what cuts it, where it would lengthen the page. Nor may text of 200% in a small laptop's window do so (1.4.4). The
 * window is given back.
 */
export async function expectReflow(page: Page): Promise<void> {
  const before = page.viewportSize()
  const spacing = await page.addStyleTag({ content: SPACING })
  await page.setViewportSize({ width: 320, height: 256 })
  await expect.poll(() => page.evaluate(whatIsCut), 'what is cut at 400% with wide spacing').toEqual([])
  expect(await page.evaluate(whatEscapes), 'what is placed outside of what scrolls or cuts it').toEqual([])
  await spacing.evaluate((element) => {
    if (element instanceof Element) element.remove()
  })
  await page.setViewportSize({ width: 1024, height: 768 })
  await page.evaluate(() => void (document.documentElement.style.fontSize = '200%'))
  await expect.poll(() => page.evaluate(whatIsCut), 'what is cut with text of 200%').toEqual([])
  await page.evaluate(() => void (document.documentElement.style.fontSize = ''))
  if (before) await page.setViewportSize(before)
}

/** Runs in the browser. */
function whatIsCut(): string[] {
  const { scrollWidth, clientWidth } = document.documentElement
  const sideways = scrollWidth > clientWidth + 1 ? [`the page is ${scrollWidth} pixels wide`] : []
  const cut = [...document.querySelectorAll<HTMLElement>('#root *')].filter((element) => {
    const isSeen = element.clientWidth > 2 && element.checkVisibility() && !element.closest('[aria-hidden="true"], svg')
    const hasWords = [...element.childNodes].some(({ nodeType, textContent }) => nodeType === 3 && textContent?.trim())
    const { overflowX } = getComputedStyle(element)
    return isSeen && hasWords && overflowX === 'hidden' && element.scrollWidth > element.clientWidth + 1
  })
  return [...sideways, ...cut.map(({ textContent }) => `“${textContent.slice(0, 60)}” is cut`)]
}

/** Runs in the browser. What is placed absolutely by an ancestor outside of one that scrolls: mostly words for screen readers. */
function whatEscapes(): string[] {
  const escapes = (element: Element): boolean => {
    if (getComputedStyle(element).position !== 'absolute') return false
    let isCut = false
    for (let around = element.parentElement; around && around !== document.body; around = around.parentElement) {
      const { position, overflow, transform, translate, containerType } = getComputedStyle(around)
      if (position !== 'static' || [transform, translate].some((one) => one !== 'none') || containerType !== 'normal')
        break
      isCut ||= overflow !== 'visible'
    }
    return isCut
  }
  return [...document.querySelectorAll('#root *')]
    .filter(escapes)
    .map(({ tagName, textContent }) => `${tagName} “${textContent.slice(0, 60)}”`)
}

/** A desk's, a small laptop's, a tablet's and a phone's window. */
export const WINDOWS = [
  { width: 1440, height: 900 },
  { width: 1024, height: 768 },
  { width: 820, height: 1180 },
  { width: 390, height: 844 },
]

/**
 * Fails where, in any of the windows, something stands outside of the frame or has to be scrolled to sideways, or what
 * comes next cannot be seen. The window is given back.
 * @param next the button or link of what comes next; without one, only the frame is looked at
 */
export async function expectInFrame(page: Page, next?: Locator): Promise<void> {
  const before = page.viewportSize()
  for (const window of WINDOWS) {
    await page.setViewportSize(window)
    const where = `${window.width} × ${window.height}`
    await expect.poll(() => page.evaluate(whatIsOutside), `what is outside of the frame at ${where}`).toEqual([])
    if (next) await expect(next, `what comes next, at ${where}`).toBeInViewport({ ratio: 1 })
  }
  if (before) await page.setViewportSize(before)
}

/** Runs in the browser. */
function whatIsOutside(): string[] {
  const { scrollWidth, clientWidth } = document.documentElement
  const sideways = scrollWidth > clientWidth + 1 ? [`the page is ${scrollWidth} pixels wide`] : []
  const outside = [...document.querySelectorAll<HTMLElement>('body *')].filter((element) => {
    if (!element.checkVisibility() || element.closest('[aria-hidden="true"], svg')) return false
    const scrolls = /auto|scroll/.test(getComputedStyle(element).overflowX)
    const { left, right, width, height } = element.getBoundingClientRect()
    // Words for screen readers alone are a pixel wide.
    const isOut = width > 2 && height > 2 && (left < -1 || right > clientWidth + 1)
    return isOut || (scrolls && element.scrollWidth > element.clientWidth + 1)
  })
  return [...sideways, ...outside.map(({ tagName, textContent }) => `${tagName} “${textContent.slice(0, 60)}”`)]
}
