import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { Refused } from '../../../api/errors'
import { FakeTemplates, renderTemplates, selecting } from './testing/templates'

const { success } = vi.hoisted(() => ({ success: vi.fn() }))
vi.mock('../../../ui/notify/notify', () => ({ notify: { error: vi.fn(), success } }))

let fake: FakeTemplates
beforeEach(() => {
  fake = new FakeTemplates()
  success.mockClear()
})

const RENTED = { tenure: ['rented', 'shared'], carer: ['true'] }
const selector = () => screen.findByRole('button', { name: /Select Template/ })

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
