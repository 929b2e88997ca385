import { act, render, screen, waitFor, within } from '../../../testing/render'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { NetworkFailure, Offline } from '../../../api/errors'
import { queryClient } from '../../../api/queryClient'
import { setOnline } from '../../../state/connectivity'
import { questionsAtom } from '../../../state/filters/questions'
import { selectedFiltersAtom } from '../../../state/filters/selectedFilters'
import { templatesQuery, templateStore } from '../../../state/templateStore'
import { TemplatePanel } from './TemplatePanel'
import { aChange, creating, FakeTemplates, renderTemplates, row, selecting } from './testing/templates'

const { error: failed, success } = vi.hoisted(() => ({ error: vi.fn(), success: vi.fn() }))
vi.mock('../../../ui/notify/notify', () => ({ notify: { error: failed, success } }))

let fake: FakeTemplates
beforeEach(() => {
  fake = new FakeTemplates()
  failed.mockClear()
  success.mockClear()
})
afterEach(() => vi.unstubAllGlobals())

const RENTED = { tenure: ['rented', 'shared'], carer: ['true'] }
const CARERS = { template_id: 7, filter_template_name: 'Carers', made_by: 'Ada', made_at: '2026-11-03T09:00:00Z' }
const selector = () => screen.findByRole('button', { name: /Select Template/ })
const optionNames = () => screen.getAllByRole('option').map((option) => option.textContent)

async function choose(user: ReturnType<typeof renderTemplates>['user'], name: string) {
  await user.click(await selector())
  await user.click(screen.getByRole('option', { name }))
}

describe('the selector', () => {
  it("says 'Select Template' and offers the templates by their names as typed", async () => {
    const { user } = renderTemplates(fake)
    expect((await selector()).textContent).toBe('Select Template')
    await user.click(await selector())
    expect(optionNames()).toEqual(['Renting', 'Older <b>'])
  })

  it('says how to make the first when there is none', async () => {
    fake.templates = []
    renderTemplates(fake)
    expect(
      await screen.findByText(
        'No filter templates created. please click the button below to create your first filter template',
      ),
    ).toBeDefined()
    expect(screen.queryByRole('button', { name: /Select Template/ })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Manage templates' })).toBeNull()
  })

  it('offers the ready-made ones in a group of their own, whose names own ones may take; they cannot be managed', async () => {
    const rows = [row('home', 'tenure', 'rented')]
    fake.ofProduct = [
      { name: 'Pensioners', rows },
      { name: 'RENTING', rows },
    ]
    const { user, store } = renderTemplates(fake)
    await user.click(await selector())
    expect(optionNames()).toEqual(['Renting', 'Older <b>', 'Pensioners'])
    const group = within(screen.getByRole('group', { name: 'Ready-made questions' }))
    await user.click(group.getByRole('option', { name: 'Pensioners' }))
    expect((await selector()).textContent).toBe('Pensioners')
    expect(store.get(selectedFiltersAtom)).toEqual(selecting({ tenure: ['rented'] }))
    await user.click(screen.getByRole('button', { name: 'Manage templates' }))
    expect((await screen.findByRole('dialog', { name: 'Your templates' })).textContent).not.toContain('Pensioners')
  })

  it('offers the ready-made ones to the filter finder', async () => {
    fake.ofProduct = [{ name: 'Pensioners', rows: [row('home', 'tenure', 'rented')] }]
    const { store } = renderTemplates(fake)
    await waitFor(() => expect(store.get(questionsAtom).map(({ name }) => name)).toEqual(['Pensioners']))
    act(() => store.get(questionsAtom)[0]?.choose())
    await waitFor(() => expect(store.get(selectedFiltersAtom)).toEqual(selecting({ tenure: ['rented'] })))
    expect((await selector()).textContent).toBe('Pensioners')
  })

  it('offers the ready-made ones to who has none, and still says how to make the first', async () => {
    fake.templates = []
    fake.ofProduct = [{ name: 'Pensioners', rows: [row('home', 'tenure', 'rented')] }]
    const { user } = renderTemplates(fake)
    await user.click(await selector())
    expect(optionNames()).toEqual(['Pensioners'])
    expect(screen.getByText(/^No filter templates created/)).toBeDefined()
  })

  it('says nothing of templates before it knows of all that there are', async () => {
    fake.templates = []
    let share = () => {}
    fake.shared = () => new Promise((resolve) => (share = () => resolve([CARERS])))
    const { container } = renderTemplates(fake)
    // What one frame shows and the next takes away is gone before a query could find it.
    const seen: string[] = []
    new MutationObserver(() => seen.push(container.textContent)).observe(container, { childList: true, subtree: true })
    await waitFor(() => expect(queryClient.getQueryData(templatesQuery.queryKey)).toBeDefined())
    share()
    expect((await selector()).textContent).toBe('Select Template')
    expect(seen.join()).not.toContain('No filter templates created')
  })

  it('says why the list cannot be had, and tries again', async () => {
    fake.failing.list = new NetworkFailure()
    const { user } = renderTemplates(fake)
    expect((await screen.findByRole('alert')).textContent).toContain('could not be reached')
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await selector()).toBeDefined()
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('is calm about a device that has none offline, and asks by itself when there is one', async () => {
    setOnline(false)
    fake.failing.list = new Offline()
    Object.assign(templateStore, fake)
    render(<TemplatePanel reconcile={(kept) => ({ kept, dropped: [], notShown: 0 })} isRange={() => false} />)
    expect(await screen.findByText(/This device has none of your templates yet/)).toBeDefined()
    expect(screen.queryByRole('alert')).toBeNull()
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
    act(() => setOnline(true))
    expect(await selector()).toBeDefined()
    expect(screen.queryByText(/This device has none/)).toBeNull()
  })

  it('loads the values of the chosen one in the place of the selection', async () => {
    const { user, store } = renderTemplates(fake, selecting({ other: ['1'] }))
    await choose(user, 'Renting')
    await waitFor(() =>
      expect(screen.getByRole('button', { name: /Select Template/ }).textContent).toContain('Renting'),
    )
    expect(Object.keys(store.get(selectedFiltersAtom).home ?? {})).toEqual(['tenure', 'carer'])
  })

  it('resets when the selection departs from the template, and stays so when it comes back', async () => {
    const { user, store } = renderTemplates(fake)
    await choose(user, 'Renting')
    await waitFor(async () => expect((await selector()).textContent).toContain('Renting'))
    act(() => store.set(selectedFiltersAtom, selecting({ ...RENTED, carer: ['true', 'false'] })))
    await waitFor(async () => expect((await selector()).textContent).toBe('Select Template'))
    act(() => store.set(selectedFiltersAtom, selecting(RENTED)))
    expect((await selector()).textContent).toBe('Select Template')
  })

  it('does not reset when only the order differs', async () => {
    const { user, store } = renderTemplates(fake)
    await choose(user, 'Renting')
    await waitFor(async () => expect((await selector()).textContent).toContain('Renting'))
    act(() => store.set(selectedFiltersAtom, selecting({ carer: ['true'], tenure: ['shared', 'rented'] })))
    expect((await selector()).textContent).toContain('Renting')
  })

  it('resets when everything is cleared', async () => {
    const { user, store } = renderTemplates(fake)
    await choose(user, 'Renting')
    await waitFor(async () => expect((await selector()).textContent).toContain('Renting'))
    act(() => store.set(selectedFiltersAtom, {}))
    await waitFor(async () => expect((await selector()).textContent).toBe('Select Template'))
  })

  it('remembers the chosen one when the panel comes and goes with its sheet', async () => {
    const { user, unmount, panel } = renderTemplates(fake)
    await choose(user, 'Renting')
    await waitFor(async () => expect((await selector()).textContent).toContain('Renting'))
    unmount()
    render(panel)
    expect((await selector()).textContent).toContain('Renting')
  })

  it('leaves out what the catalogue no longer has, names it, and still counts as that template', async () => {
    fake.rows[1] = [row('home', 'tenure', 'rented'), row('home', 'tenure', 'castle', 'Castle')]
    const { user, store } = renderTemplates(fake, {}, () => ({
      kept: selecting({ tenure: ['rented'] }),
      dropped: ['Castle'],
      notShown: 0,
    }))
    await choose(user, 'Renting')
    await waitFor(() => expect(failed).toHaveBeenCalledWith('Some values were not found: Castle'))
    expect(store.get(selectedFiltersAtom)).toEqual(selecting({ tenure: ['rented'] }))
    expect((await selector()).textContent).toContain('Renting')
    expect(screen.getByRole('alert').textContent).toContain('Castle')
  })

  it('does not open with a filter that the role is not shown: the others would choose more households', async () => {
    const { user, store } = renderTemplates(fake, selecting({ other: ['1'] }), () => ({
      kept: selecting({ tenure: ['rented'] }),
      dropped: ['Savings (not shown to your role)'],
      notShown: 1,
    }))
    await choose(user, 'Renting')
    expect((await screen.findByRole('alert')).textContent).toBe(
      'Not shown to your role: 1 filter of this template. Your filters were not changed.',
    )
    expect(store.get(selectedFiltersAtom)).toEqual(selecting({ other: ['1'] }))
  })

  it('does not select everybody when nothing of a template is left', async () => {
    const { user, store } = renderTemplates(fake, selecting({ other: ['1'] }), () => ({
      kept: {},
      dropped: ['Castle'],
      notShown: 0,
    }))
    await choose(user, 'Renting')
    expect((await screen.findByRole('alert')).textContent).toBe(
      'Some values were not found: Castle Your filters were not changed.',
    )
    expect(store.get(selectedFiltersAtom)).toEqual(selecting({ other: ['1'] }))
    expect((await selector()).textContent).toBe('Select Template')
  })

  it('says why a template could not be loaded and leaves the selection', async () => {
    fake.rows = {}
    const { user, store } = renderTemplates(fake, selecting({ other: ['1'] }))
    await choose(user, 'Renting')
    expect((await screen.findByRole('alert')).textContent).toContain('There is no such template.')
    expect(store.get(selectedFiltersAtom)).toEqual(selecting({ other: ['1'] }))
  })

  it('takes the last of two that were chosen in a hurry', async () => {
    let answerFirst = (_: ReturnType<typeof row>[]) => {}
    const real = fake.values
    fake.values = (id) => (id === 1 ? new Promise((resolve) => (answerFirst = resolve)) : real(id))
    const { user, store } = renderTemplates(fake)
    await choose(user, 'Renting')
    await choose(user, 'Older <b>')
    await waitFor(() => expect(store.get(selectedFiltersAtom)).toHaveProperty('home.age'))
    await act(async () => answerFirst([row('home', 'tenure', 'rented')]))
    expect(store.get(selectedFiltersAtom)).not.toHaveProperty('home.tenure')
  })

  it('says that the list is the one last seen, and reads it again when the connection is back', async () => {
    fake.isFromDevice = true
    const { store } = renderTemplates(fake)
    act(() => store.set(fake.online, false))
    expect(await screen.findByText('As last seen by this device.')).toBeDefined()
    fake.isFromDevice = false
    act(() => store.set(fake.online, true))
    await waitFor(() => expect(screen.queryByText('As last seen by this device.')).toBeNull())
  })

  it('shows what waits to be sent, and reads the list again once it is sent', async () => {
    const { user, store } = renderTemplates(fake)
    await selector()
    act(() => store.set(fake.waiting, [aChange(creating('Kept'))]))
    await user.click(await selector())
    const option = screen.getByRole('option', { name: 'Kept (waiting to be sent)' })
    expect(option.getAttribute('aria-disabled')).toBe('true')
    await user.keyboard('{Escape}')
    fake.templates = [...fake.templates, { template_id: 9, filter_template_name: 'Kept' }]
    act(() => store.set(fake.waiting, []))
    await waitFor(async () => {
      if (screen.queryByRole('listbox') === null) await user.click(await selector())
      expect(optionNames()).toContain('Kept')
    })
  })
})

describe('a template that waits to be created', () => {
  const waitsAs = (name: string, part: Parameters<typeof aChange>[1] = {}) =>
    aChange(creating(name, selecting(RENTED)), { id: 'three', ...part })

  it('can be chosen, and stays chosen when the server has it, also if it was renamed meanwhile and sent by another tab', async () => {
    const { user, store } = renderTemplates(fake)
    act(() => store.set(fake.waiting, [waitsAs('Kept')]))
    await choose(user, 'Kept (waiting to be sent)')
    await waitFor(async () => expect((await selector()).textContent).toContain('Kept (waiting to be sent)'))
    expect(store.get(selectedFiltersAtom)).toEqual(selecting(RENTED))
    act(() => store.set(fake.waiting, [waitsAs('Kept &lt;well&gt;')]))
    fake.templates = [...fake.templates, { template_id: 3, filter_template_name: 'Kept &lt;well&gt;' }]
    act(() => store.set(fake.waiting, []))
    await waitFor(async () => expect((await selector()).textContent).toBe('Kept <well>'))
  })

  it('is not taken for another of its name when it is refused and discarded', async () => {
    const { user, store } = renderTemplates(fake)
    act(() => store.set(fake.waiting, [waitsAs('Renting')]))
    await choose(user, 'Renting (waiting to be sent)')
    await waitFor(async () => expect((await selector()).textContent).toContain('Renting'))
    act(() => store.set(fake.waiting, [waitsAs('Renting', { state: 'refused' })]))
    await waitFor(async () => expect((await selector()).textContent).toBe('Renting (not sent)'))
    act(() => store.set(fake.waiting, []))
    await waitFor(async () => expect((await selector()).textContent).toBe('Select Template'))
  })

  it('is the one chosen once it was made', async () => {
    fake.isOffline = true
    const { user, store } = renderTemplates(fake, selecting(RENTED))
    await user.click(await screen.findByRole('button', { name: 'Create template with selected filters' }))
    await user.type(await screen.findByRole('textbox', { name: 'Template name' }), 'Kept{Enter}')
    act(() => store.set(fake.waiting, [aChange(creating('Kept', selecting(RENTED)))]))
    await waitFor(async () => expect((await selector()).textContent).toContain('Kept (waiting to be sent)'))
  })
})
