import { useEffect, useRef, type RefObject } from 'react'

/** Styled in AnswerCard.module.css. */
const NAME = 'matched-words'

/**
 * Has the browser paint words of an element, which stays as it is: with an element for each, screen readers would read
 * sentences in pieces. Old browsers paint nothing.
 *
 * @param words in small letters
 */
export function useMarkedWords(words: readonly string[]): RefObject<HTMLDivElement | null> {
  const element = useRef<HTMLDivElement>(null)
  // After each render: it may have new texts.
  useEffect(() => {
    if (!element.current || !('highlights' in CSS)) return
    const found = findWords(element.current, new Set(words))
    const marks = CSS.highlights.get(NAME) ?? new Highlight()
    CSS.highlights.set(NAME, marks)
    for (const word of found) marks.add(word)
    return () => {
      for (const word of found) marks.delete(word)
    }
  })
  return element
}

function findWords(element: HTMLElement, words: ReadonlySet<string>): StaticRange[] {
  const found: StaticRange[] = []
  const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  for (let node = texts.nextNode(); node; node = texts.nextNode())
    for (const { 0: word, index } of (node.nodeValue ?? '').matchAll(/[\p{L}\p{N}]+/gu))
      if (words.has(word.toLowerCase()))
        found.push(
          new StaticRange({
            startContainer: node,
            startOffset: index,
            endContainer: node,
            endOffset: index + word.length,
          }),
        )
  return found
}
