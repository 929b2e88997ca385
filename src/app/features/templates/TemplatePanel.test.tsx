import { act, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { NetworkFailure, Offline, Refused } from '../../api/errors'
import { setOnline } from '../../state/online'
import { selectedFiltersAtom } from '../../state/selectedFilters'
import { TemplatePanel } from './TemplatePanel'
import { aChange, FakeTemplates, renderTemplates, row, selecting } from './testing/templates'

// Whole screens of jsdom take their time on a busy machine.
vi.setConfig({ testTimeout: 30_000 })

const { error: failed, success } = vi.hoisted(() => ({ error: vi.fn(), success: vi.fn() }))
vi.mock('../../ui/notify/notify', () => ({ notify: { error: failed, success } }))

let fake: FakeTemplates
beforeEach(() => {
  fake = new FakeTemplates()
  failed.mockClear()
  success.mockClear()
})
afterEach(() => vi.unstubAllGlobals())

const RENTED = { tenure: ['rented', 'shared'], carer: ['true'] }
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
      await screen.findByText('No filter templates created. please click the button below to create your first filter template'),
    ).toBeDefined()
    expect(screen.queryByRole('button', { name: /Select Template/ })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Manage templates' })).toBeNull()
  })

  it('says why the list cannot be had, and tries again', async () => {
    fake.failing.list = new NetworkFailure()
    const { user } = renderTemplates(fake)
    expect((await screen.findByRole('alert')).textContent).toContain('could not be reached')
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await selector()).toBeDefined()
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('is calm about a device that has none without a line, and asks by itself when there is one', async () => {
    setOnline(false)
    fake.failing.list = new Offline()
    render(<TemplatePanel store={fake} reconcile={(kept) => ({ kept, dropped: [] })} isRange={() => false} />)
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
    await waitFor(() => expect(screen.getByRole('button', { name: /Select Template/ }).textContent).toContain('Renting'))
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
    const { user, store } = renderTemplates(fake, {}, () => ({ kept: selecting({ tenure: ['rented'] }), dropped: ['Castle'] }))
    await choose(user, 'Renting')
    await waitFor(() => expect(failed).toHaveBeenCalledWith('Some values were not found: Castle'))
    expect(store.get(selectedFiltersAtom)).toEqual(selecting({ tenure: ['rented'] }))
    expect((await selector()).textContent).toContain('Renting')
    expect(screen.getByRole('alert').textContent).toContain('Castle')
  })

  it('does not select everybody when nothing of a template is left', async () => {
    const { user, store } = renderTemplates(fake, selecting({ other: ['1'] }), () => ({ kept: {}, dropped: ['Castle'] }))
    await choose(user, 'Renting')
    expect((await screen.findByRole('alert')).textContent).toBe('Some values were not found: Castle Your filters were not changed.')
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

  it('says that the list is the one last seen, and reads it again when the line is back', async () => {
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
    act(() => store.set(fake.waiting, [aChange({ name: 'Kept' })]))
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
  const waitingOne = aChange({ id: 'three', name: 'Kept', selection: selecting(RENTED) })

  it('can be chosen, and stays chosen when the server has it', async () => {
    const { user, store } = renderTemplates(fake)
    act(() => store.set(fake.waiting, [waitingOne]))
    await choose(user, 'Kept (waiting to be sent)')
    await waitFor(async () => expect((await selector()).textContent).toContain('Kept (waiting to be sent)'))
    expect(store.get(selectedFiltersAtom)).toEqual(selecting(RENTED))
    fake.templates = [...fake.templates, { template_id: 3, filter_template_name: 'Kept' }]
    act(() => {
      store.set(fake.madeOf, new Map([['three', 3]]))
      store.set(fake.waiting, [])
    })
    await waitFor(async () => expect((await selector()).textContent).toBe('Kept'))
  })

  it('is the one chosen once it was made', async () => {
    fake.isOffline = true
    const { user, store } = renderTemplates(fake, selecting(RENTED))
    await user.click(await screen.findByRole('button', { name: 'Create template with selected filters' }))
    await user.type(await screen.findByRole('textbox', { name: 'Template name' }), 'Kept{Enter}')
    act(() => store.set(fake.waiting, [aChange({ name: 'Kept', selection: selecting(RENTED) })]))
    await waitFor(async () => expect((await selector()).textContent).toContain('Kept (waiting to be sent)'))
  })
})

describe("'Create template with selected filters'", () => {
  const open = async (user: ReturnType<typeof renderTemplates>['user']) => {
    await user.click(await screen.findByRole('button', { name: 'Create template with selected filters' }))
    return screen.findByRole('dialog', { name: 'Create Filter Template' })
  }
  const field = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Template name' })
  const submit = () => screen.getByRole('button', { name: 'Submit' })
  const LIMIT = 'Template name cannot exceed 75 characters.'

  it('lists the selected filters: values by comma, a range from to', async () => {
    const { user } = renderTemplates(fake, selecting({ ...RENTED, age: ['65', '90'] }))
    const dialog = await open(user)
    expect(within(dialog).getByText('3 filters selected')).toBeDefined()
    expect(within(dialog).getByText('rented, shared')).toBeDefined()
    expect(within(dialog).getByText('65 to 90')).toBeDefined()
  })

  it('cannot be sent without a filter, and says so', async () => {
    const { user } = renderTemplates(fake)
    const dialog = await open(user)
    expect(within(dialog).getByText('0 filters selected. Please select filters to create a template.')).toBeDefined()
    await user.type(field(), 'Nothing{Enter}')
    expect(submit()).toHaveProperty('disabled', true)
    expect(fake.sent).toEqual([])
  })

  it('sends the name trimmed and escaped once, with names of filters and values', async () => {
    const { user } = renderTemplates(fake, selecting(RENTED))
    await open(user)
    await user.type(field(), '  <b> & 🏠 ')
    await user.click(submit())
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(fake.sent).toEqual([
      {
        template_name: '&lt;b&gt; & 🏠',
        filter_template_details: [
          { filter_name: 'tenure', filter_value_names: ['rented', 'shared'] },
          { filter_name: 'carer', filter_value_names: ['true'] },
        ],
      },
    ])
  })

  it('reads the list again, and the new one is the one chosen, its name as typed', async () => {
    const { user } = renderTemplates(fake, selecting(RENTED))
    await open(user)
    await user.type(field(), '<i>New</i>{Enter}')
    await waitFor(async () => expect((await selector()).textContent).toContain('<i>New</i>'))
    expect(success).toHaveBeenCalledWith('Template created.')
  })

  it("says 'Creating template...' while it is sent, and sends once", async () => {
    let release = () => {}
    fake.hold = new Promise((resolve) => (release = resolve))
    const { user } = renderTemplates(fake, selecting(RENTED))
    await open(user)
    await user.type(field(), 'New{Enter}')
    expect(await screen.findByText('Creating template...')).toBeDefined()
    expect(submit()).toHaveProperty('disabled', true)
    // A field that is switched off would lose the focus, and what is typed next.
    expect(field()).toMatchObject({ readOnly: true, disabled: false })
    await user.click(submit())
    await user.keyboard('{Escape}')
    expect(screen.getByRole('dialog')).toBeDefined()
    await act(async () => release())
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(fake.sent).toHaveLength(1)
  })

  it('holds 75 characters at most, says so at 75, and sends exactly 75', async () => {
    const { user } = renderTemplates(fake, selecting(RENTED))
    await open(user)
    await user.click(field())
    await user.paste('🏠'.repeat(74))
    expect(screen.queryByText(LIMIT)).toBeNull()
    await user.paste('ab')
    expect(field().value).toBe(`${'🏠'.repeat(74)}a`)
    expect(screen.getByText(LIMIT)).toBeDefined()
    expect(field().getAttribute('aria-invalid')).not.toBe('true')
    await user.type(field(), 'x')
    expect(field().value).toBe(`${'🏠'.repeat(74)}a`)
    await user.click(submit())
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(fake.sent).toMatchObject([{ template_name: `${'🏠'.repeat(74)}a` }])
  })

  it('counts brackets as they are typed, not as they are sent', async () => {
    const { user } = renderTemplates(fake, selecting(RENTED))
    await open(user)
    await user.click(field())
    await user.paste('<'.repeat(75))
    expect(field().value).toHaveLength(75)
    await user.click(submit())
    await waitFor(() => expect(fake.sent).toMatchObject([{ template_name: '&lt;'.repeat(75) }]))
  })

  it.each(['', '     '])('asks for a name instead of sending "%s"', async (name) => {
    const { user } = renderTemplates(fake, selecting(RENTED))
    await open(user)
    if (name !== '') await user.type(field(), name)
    await user.click(submit())
    expect(screen.getByText('Enter a name for the template.')).toBeDefined()
    expect(fake.sent).toEqual([])
    await user.type(field(), 'x')
    expect(screen.queryByText('Enter a name for the template.')).toBeNull()
  })

  it('shows what the server says of a refused one and keeps what was typed', async () => {
    fake.failing.create = new Refused(409, 'You already have a template called Renting.')
    const { user } = renderTemplates(fake, selecting(RENTED))
    await open(user)
    await user.type(field(), 'Renting{Enter}')
    expect((await screen.findByRole('alert')).textContent).toBe('You already have a template called Renting.')
    expect(field().value).toBe('Renting')
    await user.type(field(), ' 2{Enter}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(fake.sent).toHaveLength(2)
  })

  it("says 'An error occurred' of a failure without words", async () => {
    fake.failing.create = new Error('')
    const { user } = renderTemplates(fake, selecting(RENTED))
    await open(user)
    await user.type(field(), 'New{Enter}')
    expect((await screen.findByRole('alert')).textContent).toBe('An error occurred')
  })

  it('keeps what was typed from a tap beside the dialog', async () => {
    const { user } = renderTemplates(fake, selecting(RENTED))
    const dialog = await open(user)
    await user.type(field(), 'New')
    await user.click(document.querySelector('[class*="overlay"]') ?? dialog)
    expect(field().value).toBe('New')
  })

  it('is left by Cancel without sending anything', async () => {
    const { user } = renderTemplates(fake, selecting(RENTED))
    await open(user)
    await user.type(field(), 'New')
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(screen.queryByRole('dialog')).toBeNull()
    await open(user)
    expect(field().value).toBe('')
    expect(fake.sent).toEqual([])
  })

  it('says that one made offline is kept and will be sent', async () => {
    fake.isOffline = true
    const { user } = renderTemplates(fake, selecting(RENTED))
    await open(user)
    await user.type(field(), 'New{Enter}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(success).toHaveBeenCalledWith('Template kept on this device until it can be sent.')
  })
})
