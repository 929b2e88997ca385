import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { loadNotes } from './notes'
import { createSearch } from './search'
import { loadSynonyms } from './synonyms'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'doorstep-notes-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const front = (title: string, more = '') => `---\ntitle: ${title}\nnations: [Wales]\nupdated: 2026-05-01\n${more}---\n`
const write = (name: string, text: string) => writeFile(join(folder, name), text)

test("an operator's note stands beside ours, with its sections, and one of the same name replaces ours", async () => {
  await write(
    'warm-rooms.md',
    `${front('Warm rooms', 'also_called: [warm banks]\n')}\nIntroduction.\n\n## Where\n\nThe library.\n\n## Where\n\nThe hall.\n`,
  )
  await write('healthy-start.md', `${front('Our Healthy Start')}## Local\n\nAsk at the hub.\n`)
  const notes = await loadNotes(folder)
  expect(notes.find(({ name }) => name === 'warm-rooms')).toMatchObject({
    title: 'Warm rooms',
    nations: ['Wales'],
    alsoCalled: ['warm banks'],
    sections: [
      { id: 'where', heading: 'Where', text: 'The library.' },
      { id: 'where-2', heading: 'Where', text: 'The hall.' },
    ],
  })
  expect(notes.find(({ name }) => name === 'healthy-start')?.title).toBe('Our Healthy Start')
  expect(notes.some(({ name }) => name === 'pension-credit')).toBe(true)
})

test.each([
  ['plain.md', 'No front matter', 'it does not begin on line 1 with front matter between two lines of ---'],
  ['empty.md', front('Empty'), 'it has no section: a line that begins with ## begins one'],
  ['yaml.md', '---\ntitle: [\n---\n## A\n\nB', 'its front matter is not YAML, line 2'],
  [
    'nation.md',
    '---\ntitle: A\nnations: [France]\nupdated: 2026-05-01\n---\n## A\n\nB',
    'its front matter is not right, line 3: nations.0',
  ],
  [
    'link.md',
    `${front('A', 'sources: [{ title: A, url: "javascript:alert(1)" }]\n')}## A\n\nB`,
    'its front matter is not right, line 5: sources.0.url',
  ],
  ['Odd Name.md', `${front('A')}## A\n\nB`, 'its name may hold small letters, digits and hyphens only'],
  ['large.md', `${front('A')}## A\n\n${'B'.repeat(200_001)}`, 'it is larger than 200 kB'],
])('%s stops the start, by name and with why', async (name, text, why) => {
  await write(name, text)
  await expect(loadNotes(folder)).rejects.toThrow(why)
  await expect(loadNotes(folder)).rejects.toThrow(join(folder, name))
})

test("an operator's synonyms are read beside ours; Welsh ones with their mutations", async () => {
  await write('synonyms.json', '[\n  ["bobbins", "Attendance Allowance"],\n  ["cy: pwnc", "Attendance Allowance"]\n]\n')
  const search = createSearch(await loadNotes(), await loadSynonyms(folder))
  for (const question of ['bobbins', 'bwnc'])
    expect(search(question, { nation: 'England' }).passages[0]?.note.title).toBe('Attendance Allowance')
})

test('a passage headed by nations alone is for them, whatever nations its note is for', async () => {
  await write('rent.md', `${front('Rent Fund')}## What it pays\n\nRent fund.\n\n## Scotland\n\nAsk for rent help.`)
  const search = createSearch(await loadNotes(folder), await loadSynonyms())
  const { passages, asked } = search('rent fund', { nation: 'Scotland' })
  expect(asked.nations).toEqual(['Scotland'])
  expect(passages[0]?.section.heading).toBe('Scotland')
})

test.each(['["one", "two", "three"],', '["one" "two"],', '"one"', '["", "two"]'])(
  'a synonym that is no entry stops the start, by file and line: %s',
  async (line) => {
    await write('synonyms.json', `[\n  ["bobbins", "Attendance Allowance"],\n  ${line}\n]\n`)
    await expect(loadSynonyms(folder)).rejects.toThrow(`${join(folder, 'synonyms.json')} cannot be used: line 3 `)
  },
)

test('a folder that is not there is named', async () => {
  await expect(loadNotes(join(folder, 'nowhere'))).rejects.toThrow('Check POLICY_NOTES.')
})
