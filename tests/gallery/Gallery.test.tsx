import { render } from '../../src/app/testing/render'
import { MemoryRouter } from 'react-router-dom'
import { expect, test } from 'vitest'
import { Gallery } from './Gallery'
import { PARTS } from './parts'

test('every part of the interface stands in the gallery', () => {
  const folders = Object.keys(import.meta.glob('../../src/app/ui/*/*.{tsx,ts}')).map((path) => path.split('/').at(-2))
  expect(PARTS.map(({ part }) => part).sort()).toEqual([...new Set(folders)].sort())
})

test('it shows them all without a fault', () => {
  const { container } = render(
    <MemoryRouter>
      <Gallery />
    </MemoryRouter>,
  )
  // Not by role: with this many parts in the page that takes seconds.
  expect([...container.querySelectorAll('h2')].map((title) => title.textContent)).toEqual(
    expect.arrayContaining(PARTS.map(({ part }) => part)),
  )
})
