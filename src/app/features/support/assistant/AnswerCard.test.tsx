import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, expect, test, vi } from 'vitest'
import { MODEL_HEADING, NEAREST_HEADING, type ReplySource } from '#contract/assistant/assistant'
import { fakeServer } from '../../../testing/fakeServer'
import { render, screen, within } from '../../../testing/render'
import { AnswerCard } from './AnswerCard'

afterEach(() => vi.unstubAllGlobals())

const RATES: ReplySource = {
  title: 'Attendance Allowance',
  section: 'How much it is',
  url: '/support/policy/notes/attendance-allowance#how-much-it-is',
  nation: 'England and Wales',
  date: '2026-11-27',
  excerpt: 'The higher rate is £114.60.',
  matched_words: ['attendance', 'higher'],
}
const CLAIM: ReplySource = {
  ...RATES,
  section: 'How to claim',
  url: '/support/policy/notes/attendance-allowance#how-to-claim',
  excerpt: 'By form or telephone.',
  matched_words: [],
}
const SCOTTISH: ReplySource = {
  ...RATES,
  title: 'Pension Age Disability Payment',
  url: '/support/policy/notes/pension-age-disability-payment#how-much-it-is',
  nation: 'Scotland',
}
const SEARCH = `## ${NEAREST_HEADING}\n\nFor England:\n\n**Attendance Allowance: How much it is**\n\nThe **higher** rate is £114.60.\n\n*From the policy note.*`
const NOTE = {
  title: 'Attendance Allowance',
  nations: ['England', 'Wales'],
  updated: '2026-11-27',
  sources: [],
  sections: [
    { id: 'how-much-it-is', heading: 'How much it is', text: 'The higher rate is £114.60.' },
    { id: 'how-to-claim', heading: 'How to claim', text: 'By form or telephone. Ask for **AA1**.' },
  ],
}

function show(text: string, sources: readonly ReplySource[]) {
  const { container } = render(
    <MemoryRouter>
      <AnswerCard answer={{ id: 1, role: 'assistant', text, sources, state: 'whole' }} />
    </MemoryRouter>,
  )
  return container
}
const names = () =>
  screen.getAllByRole('heading').map(({ tagName, textContent }) => `${tagName.toLowerCase()} ${textContent}`)

test('a search shows where its passage comes from, and the others folded to a name and a sentence', () => {
  show(SEARCH, [RATES, CLAIM, SCOTTISH])
  expect(names()).toEqual([
    `h3 ${NEAREST_HEADING}`,
    'h4 Attendance Allowance: How much it is',
    'h4 Attendance Allowance: How to claim',
    'h4 Pension Age Disability Payment: How much it is',
  ])
  expect(screen.getByRole('link', { name: 'Attendance Allowance: How much it is' }).getAttribute('href')).toBe(
    RATES.url,
  )
  expect(screen.getAllByText('Updated 27 November 2026')).toHaveLength(3)
  // Said in the text too, for those who have nothing else.
  expect(screen.queryByText('From the policy note.')).toBeNull()
  expect(screen.getByText(CLAIM.excerpt)).toBeTruthy()
  expect(screen.getAllByText('Words that matched: attendance, higher')).toHaveLength(2)
})

test('a passage of another nation than the first is marked', () => {
  show(SEARCH, [RATES, { ...CLAIM, nation: 'United Kingdom' }, SCOTTISH])
  expect(screen.getByText('Scotland').className).toMatch(/badge/)
  for (const own of ['England and Wales', 'United Kingdom']) expect(screen.getByText(own).className).toBe('')
})

test('a folded passage opens where it stands', async () => {
  fakeServer({ '/api/policy-note': { json: NOTE } })
  show(SEARCH, [RATES, CLAIM])
  await userEvent.click(screen.getByRole('button', { name: 'Attendance Allowance: How to claim' }))
  expect((await screen.findByText('AA1')).tagName).toBe('STRONG')
  expect(screen.queryByText(CLAIM.excerpt)).toBeNull()
  expect(screen.getByRole('link', { name: 'Open the note' }).getAttribute('href')).toBe(CLAIM.url)
})

test('below what a model wrote all its passages are folded', () => {
  show(`## ${MODEL_HEADING}\n\nIt is £114.60.`, [RATES, CLAIM])
  expect(within(screen.getByRole('list', { name: 'Passages' })).getAllByRole('button')).toHaveLength(2)
  expect(screen.queryByRole('link')).toBeNull()
})

test('words that matched are marked in passages, without an element of their own', () => {
  const highlights = new Map<string, Set<StaticRange>>()
  vi.stubGlobal('CSS', { highlights })
  vi.stubGlobal('Highlight', Set)
  const shown = show(SEARCH, [{ ...RATES, matched_words: ['higher', 'rate'] }, SCOTTISH])
  const marked = [...(highlights.get('matched-words') ?? [])].map(({ startContainer, startOffset, endOffset }) =>
    startContainer.textContent?.slice(startOffset, endOffset),
  )
  expect(marked.toSorted()).toEqual(['higher', 'higher', 'rate'])
  expect(shown.querySelector('mark')).toBeNull()
})

test('what is copied of a model says what it was written from', async () => {
  const user = userEvent.setup()
  const text = `## ${MODEL_HEADING}\n\nIt is £114.60.`
  show(text, [RATES])
  await user.click(screen.getByRole('button', { name: 'Copy the reply' }))
  expect(await navigator.clipboard.readText()).toBe(
    `${text}\n\nAttendance Allowance: How much it is (England and Wales, 27 November 2026)`,
  )
})
