import { expect, it } from 'vitest'
import { setText } from './setText'

it('replaces the text, also where a translation took its place', () => {
  const element = document.createElement('p')
  setText(element, '8')
  const node = element.firstChild
  setText(element, '9')
  expect([element.textContent, element.firstChild]).toEqual(['9', node])
  element.innerHTML = '<font>neuf</font>'
  setText(element, '10')
  setText(element, '11')
  expect(element.textContent).toBe('11')
})
