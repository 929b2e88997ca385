import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, expect, test } from 'vitest'
import { readingAge } from '#contract/campaigns/plainEnglish'
import { cleanup, fireEvent, render, screen } from '../../../testing/render'
import { GuidePage } from './GuideScreen'
import { GUIDES, isGuideSlug } from './guides'

const SOURCES = join(import.meta.dirname, '../../../../')
const PICTURES = join(import.meta.dirname, 'pictures')
const ALL = Object.entries(GUIDES)
/** UK school year 8. */
const READING_AGE_LIMIT = 12

afterEach(cleanup)

function open(slug: string) {
  if (!isGuideSlug(slug)) throw new Error(slug)
  return render(
    <MemoryRouter>
      <GuidePage guide={GUIDES[slug]} />
    </MemoryRouter>,
  ).container
}

/** What the product's sources say, on one line; not the guides themselves. */
const said = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|^app\/features\/support\/help\//.test(file))
  .map((file) => readFileSync(join(SOURCES, file), 'utf8'))
  .join('\n')
  .replaceAll('&amp;', '&')
  .replace(/\s+/g, ' ')

/** Whether the words are the whole of a text in the sources: a string, or what stands in an element. */
function isLabel(words: string): boolean {
  for (let at = said.indexOf(words); at !== -1; at = said.indexOf(words, at + 1)) {
    const [before, after] = [
      said.slice(0, at).trimEnd().at(-1) ?? '',
      said.slice(at + words.length).trimStart()[0] ?? '',
    ]
    if ('>\'"`}'.includes(before) && '<\'"`{'.includes(after)) return true
  }
  return false
}

test.each(ALL)('%s quotes labels that the screens have', (slug) => {
  const labels = [...open(slug).querySelectorAll('b')].map((label) => label.textContent)
  expect(labels.filter((label) => !isLabel(label))).toEqual([])
})

test.each(ALL)('%s is written for everybody', (slug) => {
  const texts = [...open(slug).querySelectorAll('p, li, dd')].map((part) => part.textContent)
  const age = readingAge(texts.join('\n'))
  expect(age).not.toBeNull()
  expect(age).toBeLessThanOrEqual(READING_AGE_LIMIT)
})

const shown = ALL.flatMap(([, { jobs }]) => jobs.flatMap(({ picture }) => (picture ? [`${picture.name}.webp`] : [])))

test('every picture is there, is shown once, and is small', () => {
  expect(readdirSync(PICTURES).toSorted()).toEqual(shown.toSorted())
  for (const name of shown) expect(statSync(join(PICTURES, name)).size, name).toBeLessThanOrEqual(40_000)
})

test('a picture that does not come leaves the text, and no broken frame', () => {
  open('month')
  for (const picture of screen.getAllByRole('img')) fireEvent.error(picture)
  expect(screen.queryByRole('img')).toBeNull()
  expect(screen.getByRole('heading', { name: 'Check the files' })).toBeTruthy()
})
