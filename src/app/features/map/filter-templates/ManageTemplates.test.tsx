import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { Refused } from '../../../api/errors'
import { aChange, creating, deleting, FakeTemplates, renaming, renderTemplates, row } from './testing/templates'

const { error: failed, success } = vi.hoisted(() => ({ error: vi.fn(), success: vi.fn() }))
vi.mock('../../../ui/notify/notify', () => ({ notify: { error: failed, success } }))

let fake: FakeTemplates
beforeEach(() => {
  fake = new FakeTemplates()
  failed.mockClear()
  success.mockClear()
})

type User = ReturnType<typeof renderTemplates>['user']
const managed = () => screen.findByRole('dialog', { name: 'Your templates' })
const names = async () =>
  within(await managed())
    .queryAllByRole('listitem')
    .map((item) => item.textContent)

async function manage(user: User) {
  await user.click(await screen.findByRole('button', { name: 'Manage templates' }))
  return managed()
}
async function doWith(user: User, name: string, action: string) {
  await user.click(screen.getByRole('button', { name: `Actions for ${name}` }))
  await user.click(await screen.findByRole('menuitem', { name: action }))
}

describe('managing templates', () => {
  it('renames, with the rules of a new name, and reads the list again', async () => {
    const { user } = renderTemplates(fake)
    await manage(user)
    await doWith(user, 'Older <b>', 'Rename')
    const field = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Template name' })
    expect(field.value).toBe('Older <b>')
    await user.clear(field)
    await user.click(screen.getByRole('button', { name: 'Rename template' }))
    expect(screen.getByText('Enter a name for the template.')).toBeDefined()
    await user.paste('x'.repeat(80))
    expect(screen.getByText('Template name cannot exceed 75 characters.')).toBeDefined()
    await user.clear(field)
    await user.type(field, ' <i> {Enter}')
    await waitFor(async () => expect(await names()).toEqual(['Renting', '<i>']))
    expect(fake.sent).toEqual([{ templateId: 2, name: '&lt;i&gt;' }])
  })

  it('keeps the dialog and what was typed when the name is taken', async () => {
    fake.failing.rename = new Refused(409, 'You already have a template called Renting.')
    const { user } = renderTemplates(fake)
    await manage(user)
    await doWith(user, 'Older <b>', 'Rename')
    const field = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Template name' })
    await user.clear(field)
    await user.type(field, 'Renting{Enter}')
    expect((await screen.findByRole('alert')).textContent).toBe('You already have a template called Renting.')
    expect(field.value).toBe('Renting')
  })

  it('sends nothing for the same name', async () => {
    const { user } = renderTemplates(fake)
    await manage(user)
    await doWith(user, 'Renting', 'Rename')
    await user.click(await screen.findByRole('button', { name: 'Rename template' }))
    expect(fake.sent).toEqual([])
    expect(screen.queryByRole('dialog', { name: 'Rename template' })).toBeNull()
  })

  it('asks before it deletes, and keeps it when told to', async () => {
    const { user } = renderTemplates(fake)
    await manage(user)
    await doWith(user, 'Renting', 'Delete')
    const question = await screen.findByRole('alertdialog', { name: 'Delete this template?' })
    expect(question.textContent).toContain('“Renting” is deleted for good.')
    await user.click(within(question).getByRole('button', { name: 'Keep template' }))
    expect(fake.sent).toEqual([])
    await doWith(user, 'Renting', 'Delete')
    await user.click(await screen.findByRole('button', { name: 'Delete template' }))
    await waitFor(async () => expect(await names()).toEqual(['Older <b>']))
    expect(success).toHaveBeenCalledWith('Template deleted.')
  })

  it('says why one could not be deleted', async () => {
    fake.failing.remove = new Refused(404, 'There is no such template. It may have been deleted.')
    const { user } = renderTemplates(fake)
    await manage(user)
    await doWith(user, 'Renting', 'Delete')
    await user.click(await screen.findByRole('button', { name: 'Delete template' }))
    expect((await screen.findByRole('alert')).textContent).toContain('There is no such template.')
  })

  it('shares one with the organisation, says so beside it, and stops sharing', async () => {
    const { user } = renderTemplates(fake)
    await manage(user)
    await doWith(user, 'Renting', 'Share with your organisation')
    await waitFor(async () => expect(await names()).toEqual(['RentingShared', 'Older <b>']))
    expect(success).toHaveBeenCalledWith('Template shared with your organisation.')
    await doWith(user, 'Renting', 'Stop sharing')
    await waitFor(async () => expect(await names()).toEqual(['Renting', 'Older <b>']))
    expect(fake.sent).toEqual([
      { templateId: 1, isShared: true },
      { templateId: 1, isShared: false },
    ])
  })

  it('lists what colleagues share, with who made it and when, to copy and not to change', async () => {
    fake.sharedByOthers = [
      { template_id: 7, filter_template_name: 'Carers', made_by: 'Ada Jones', made_at: '2026-11-03T09:00:00Z' },
    ]
    fake.rows[7] = [row('home', 'carer', 'true', 'Yes'), row('home', 'tenure', 'gone')]
    const { user } = renderTemplates(fake, {}, (selection) => ({
      kept: { home: { carer: selection.home?.carer ?? { displayName: '', selectedValues: [] } } },
      dropped: ['gone'],
      notShown: 0,
    }))
    await manage(user)
    expect(await screen.findByText('Made by Ada Jones on 3 November 2026')).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Actions for Carers' })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Copy Carers' }))
    await user.click(await screen.findByRole('button', { name: 'Copy template' }))
    await waitFor(() => expect(success).toHaveBeenCalledWith('Template copied.'))
    expect(failed).toHaveBeenCalledWith('Some values were not found: gone')
    expect(fake.sent).toEqual([
      {
        template_name: 'Carers',
        filter_template_details: [{ filter_name: 'carer', filter_value_names: ['true'] }],
      },
    ])
  })

  it('says so when the last is gone', async () => {
    fake.templates = fake.templates.slice(0, 1)
    const { user } = renderTemplates(fake)
    await manage(user)
    await doWith(user, 'Renting', 'Delete')
    await user.click(await screen.findByRole('button', { name: 'Delete template' }))
    expect(await screen.findByText('No templates.')).toBeDefined()
  })

  it('shows what waits, with its new name, and takes it back', async () => {
    const { user, store } = renderTemplates(fake)
    await manage(user)
    act(() =>
      store.set(fake.waiting, [
        aChange(renaming(1, 'Tenants'), { id: 'one' }),
        aChange(deleting(2), { id: 'two' }),
        aChange(creating('Kept'), { id: 'three' }),
      ]),
    )
    expect(await names()).toEqual([
      'Tenantswaiting to be sent',
      'Older <b>deletion waiting to be sent',
      'Keptwaiting to be sent',
    ])
    await doWith(user, 'Tenants', 'Discard the change')
    await waitFor(() => expect(fake.sent).toEqual([{ discard: 'one' }]))
  })

  it('renames and deletes one that waits to be created where it waits', async () => {
    const { user, store } = renderTemplates(fake)
    await manage(user)
    act(() => store.set(fake.waiting, [aChange(creating('Kept'), { id: 'three' })]))
    await doWith(user, 'Kept', 'Rename')
    await user.type(await screen.findByRole('textbox', { name: 'Template name' }), ' <i>{Enter}')
    await waitFor(() => expect(fake.sent).toEqual([{ renameWaiting: 'three', name: 'Kept &lt;i&gt;' }]))
    await doWith(user, 'Kept', 'Delete')
    await user.click(await screen.findByRole('button', { name: 'Delete template' }))
    await waitFor(() => expect(fake.sent.at(-1)).toEqual({ removeWaiting: 'three' }))
    expect(success).toHaveBeenLastCalledWith('Template deleted.')
  })

  it.each([
    ['may-be-there', 'Discarded here. It may have been done already: the answer was lost on the way.'],
    ['queued', 'Deletion kept on this device until it can be sent.'],
  ] as const)('does not call one deleted that is %s', async (removed, words) => {
    fake.removed = removed
    const { user, store } = renderTemplates(fake)
    await manage(user)
    act(() => store.set(fake.waiting, [aChange(creating('Kept'))]))
    await doWith(user, 'Kept', 'Delete')
    await user.click(await screen.findByRole('button', { name: 'Delete template' }))
    await waitFor(() => expect([...failed.mock.calls, ...success.mock.calls]).toEqual([[words]]))
  })

  it('says that one was sent while it was asked whether to delete it', async () => {
    fake.failing.remove = new Error('It has been sent already.')
    const { user, store } = renderTemplates(fake)
    await manage(user)
    act(() => store.set(fake.waiting, [aChange(creating('Kept'))]))
    await doWith(user, 'Kept', 'Delete')
    await user.click(await screen.findByRole('button', { name: 'Delete template' }))
    expect((await screen.findByRole('alert')).textContent).toBe('It has been sent already.')
    expect(success).not.toHaveBeenCalled()
  })

  it('says so when what is discarded may have been done', async () => {
    fake.isCertain = false
    const { user, store } = renderTemplates(fake)
    await manage(user)
    act(() => store.set(fake.waiting, [aChange(renaming(1, 'Tenants'), { id: 'one' })]))
    await doWith(user, 'Tenants', 'Discard the change')
    await waitFor(() => expect(failed).toHaveBeenCalledWith(expect.stringContaining('may have been done')))
  })

  it('offers what can be done: of a deletion that waits to take it back, of a change being sent not', async () => {
    const { user, store } = renderTemplates(fake)
    await manage(user)
    act(() =>
      store.set(fake.waiting, [
        aChange(renaming(1, 'Tenants'), { id: 'one', state: 'sending' }),
        aChange(deleting(2), { id: 'two' }),
      ]),
    )
    const offered = async (name: string) => {
      await user.click(screen.getByRole('button', { name: `Actions for ${name}` }))
      const items = (await screen.findAllByRole('menuitem')).map((item) => item.textContent)
      await user.keyboard('{Escape}')
      return items
    }
    expect(await offered('Tenants')).toEqual(['Rename', 'Share with your organisation', 'Delete'])
    expect(await offered('Older <b>')).toEqual(['Discard the change'])
  })

  it('offers nothing to do with one that is being created', async () => {
    const { user, store } = renderTemplates(fake)
    await manage(user)
    act(() => store.set(fake.waiting, [aChange(creating('Kept'), { state: 'sending' })]))
    expect(await names()).toEqual(['Renting', 'Older <b>', 'Keptbeing sent'])
    expect(screen.queryByRole('button', { name: 'Actions for Kept' })).toBeNull()
  })

  it('says why a change was refused, with its old name, and sends it again', async () => {
    const { user, store } = renderTemplates(fake)
    await manage(user)
    const detail = 'You already have a template called Tenants.'
    act(() => store.set(fake.waiting, [aChange(renaming(1, 'Tenants'), { id: 'one', state: 'refused', detail })]))
    expect(await names()).toEqual([`Rentingnot sent${detail}`, 'Older <b>'])
    await doWith(user, 'Renting', 'Send again')
    await waitFor(() => expect(fake.sent).toEqual([{ retry: 'one' }]))
  })
})
