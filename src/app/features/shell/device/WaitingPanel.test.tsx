import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Command, QueuedItem } from '#offline/queuedWork'
import { setOnline } from '../../../state/connectivity'
import { closeTables, deviceTables } from '../../../state/device/tables'
import { A_DRAFT } from '../../../testing/aDraft'
import { render, screen, within } from '../../../testing/render'
import { WaitingPanel } from './WaitingPanel'

const create: Command = {
  kind: 'create-template',
  body: {
    template_name: 'Renting',
    filter_template_details: [{ filter_name: 'tenure', filter_value_names: ['rent'] }],
  },
  selection: { home: { tenure: { displayName: 'Tenure', selectedValues: [{ id: 'rent', displayName: 'Rented' }] } } },
}
const item = (command: Command, part: Partial<QueuedItem> = {}): QueuedItem => ({
  id: crypto.randomUUID(),
  position: 1,
  command,
  state: 'waiting',
  detail: null,
  attempts: 0,
  faults: 0,
  notBefore: 0,
  queuedAt: new Date().toISOString(),
  ...part,
})
const row = {
  category_name: 'home',
  filter_name: 'tenure',
  filter_display_name: 'Tenure',
  filter_value: { name: 'owned', display_name: 'Owned' },
}

beforeEach(() => {
  closeTables()
  setOnline(false)
})
afterEach(() => {
  closeTables()
  setOnline(true)
})

const open = () => {
  render(
    <MemoryRouter>
      <WaitingPanel onClose={vi.fn()} />
    </MemoryRouter>,
  )
  return userEvent.setup()
}
const queued = () => deviceTables().queue.list()

test('a change that was refused shows both versions, and can be changed and sent again', async () => {
  const detail = 'You already have a template called Renting.'
  await deviceTables().templates.put({ template_id: 4, filter_template_name: 'renting', rows: [row] })
  await deviceTables().queue.put(item(create, { state: 'refused', detail }))
  const user = open()
  expect(screen.getByText(`Not sent; the others go on: ${detail}`)).toBeTruthy()
  const versions = (await screen.findByText('On the server, as this device last saw it')).closest('dl')!
  expect(versions.textContent).toBe(
    'Yours“Renting”Tenure: RentedOn the server, as this device last saw it“renting”Tenure: Owned',
  )
  await user.click(screen.getByRole('button', { name: /^Change the name/ }))
  const field = screen.getByRole('textbox', { name: 'Template name' })
  await user.clear(field)
  await user.type(field, 'Renting 2')
  await user.click(screen.getByRole('button', { name: 'Change and send' }))
  await vi.waitFor(async () =>
    expect(await queued()).toMatchObject([{ state: 'waiting', command: { body: { template_name: 'Renting 2' } } }]),
  )
})

test('a change of a template that is gone says so', async () => {
  const rename: Command = {
    kind: 'rename-template',
    body: { template_id: 4, template_name: 'Flats' },
    formerName: 'Renting',
  }
  await deviceTables().templates.replace([])
  await deviceTables().queue.put(item(rename, { state: 'refused', detail: 'There is no such template.' }))
  open()
  const versions = (await screen.findByText('On the server, as this device last saw it')).closest('dl')!
  expect(versions.textContent).toBe(
    'Yours“Flats”Its filters are not on this device.On the server, as this device last saw itThere is no such template.',
  )
})

test('what waits can be opened, changed and discarded; what may have arrived cannot be changed', async () => {
  const rename: Command = {
    kind: 'rename-template',
    body: { template_id: 4, template_name: 'Flats' },
    formerName: 'Renting',
  }
  await deviceTables().queue.put(item(create, { detail: 'No answer.' }))
  await deviceTables().queue.put(item(rename, { position: 2 }))
  const user = open()
  const [first, second] = screen.getAllByRole('listitem').filter((one) => one.querySelector('button'))
  expect(within(first!).queryByRole('button', { name: /^Change the name/ })).toBeNull()
  await user.click(within(first!).getByRole('button', { name: 'What it holds' }))
  expect(within(first!).getByText('Tenure: Rented')).toBeTruthy()
  await user.click(within(second!).getByRole('button', { name: /^Change the name/ }))
  await user.type(screen.getByRole('textbox', { name: 'Template name' }), ' 2{Enter}')
  await vi.waitFor(async () =>
    expect(await queued()).toMatchObject([{}, { command: { body: { template_name: 'Flats 2' } } }]),
  )
  const shown = vi.spyOn(Element.prototype, 'scrollIntoView')
  await user.click(screen.getByRole('button', { name: /^Discard: Create/ }))
  await vi.waitFor(async () => expect(await queued()).toHaveLength(1))
  expect((await screen.findByRole('alert')).textContent).toBe(
    'Discarded here. It may have been done already: the answer was lost on the way.',
  )
  expect(shown).toHaveBeenCalledOnce()
})

test('each says whether the others pass it, and what waits for another change of its template; offline the connection can be tried', async () => {
  const rename = (template_id: number, template_name: string): Command => ({
    kind: 'rename-template',
    body: { template_id, template_name },
    formerName: 'Renting',
  })
  await deviceTables().queue.replace([
    item(rename(4, 'Taken'), { state: 'refused', detail: 'Taken already.' }),
    item(rename(4, 'Free'), { position: 2 }),
    item(rename(5, 'Broken'), { position: 3, detail: 'It broke.', faults: 2 }),
    item(rename(6, 'Slow'), { position: 4, detail: 'No answer.' }),
    item(rename(7, 'Next'), { position: 5 }),
  ])
  open()
  const rows = screen.getAllByRole('listitem').filter((one) => one.querySelector('button'))
  for (const [index, words] of [
    'Not sent; the others go on: Taken already.',
    'Waits for the change of the same template above',
    'Waiting to be sent again; the others go on meanwhile: It broke.',
    'Waiting to be sent again, with all after it: No answer.',
    'Waiting to be sent',
  ].entries())
    expect(within(rows[index]!).getByText(words)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Try now' })).toBeTruthy()
})

test('campaign drafts stand in it too, each with the way to it, and are deleted when that is confirmed', async () => {
  await deviceTables().drafts.put(A_DRAFT)
  const user = open()
  expect(screen.getByText('Nothing is waiting to be sent.')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Autumn' }).getAttribute('href')).toBe(`/campaigns/new?draft=${A_DRAFT.id}`)
  await user.click(screen.getByRole('button', { name: 'Delete: Autumn' }))
  await user.click(screen.getByRole('button', { name: 'Keep draft' }))
  expect(await deviceTables().drafts.list()).toHaveLength(1)
  await user.click(screen.getByRole('button', { name: 'Delete: Autumn' }))
  await user.click(screen.getByRole('button', { name: 'Delete draft' }))
  await vi.waitFor(async () => expect(await deviceTables().drafts.list()).toEqual([]))
  expect(screen.queryByRole('link', { name: 'Autumn' })).toBeNull()
})
