import { act, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { OwnAccess } from '#contract/households/needToKnow'
import { notify } from '../../../../ui/notify/notify'
import { openScreen, selectTenure } from '../testing/openScreen'
import * as download from '../../../../lib/saveFile'

vi.mock('../canvas/MapCanvas', () => import('../testing/StandInCanvas'))

const CALCULATOR = '/api/households-to-calculator'
const CSV = '/api/temporary-csv'
const council = {
  filter_request_list: [{ filter_name: 'tenure', filter_value_list: ['council_rent'] }],
  dynamic_filter_value_request_list: [],
}

beforeEach(() => {
  vi.spyOn(notify, 'success').mockResolvedValue()
  vi.spyOn(notify, 'error').mockResolvedValue()
})
afterEach(() => vi.unstubAllGlobals())

const access = (own: Partial<OwnAccess>) => ({
  '/api/own-access': () =>
    Response.json({
      may_export: true,
      may_calculate: true,
      may_visit: false,
      hidden_filters: [],
      dot_colours: [],
      purposes: [],
      ...own,
    }),
})

async function choose(item: string, answers: Parameters<typeof openScreen>[0] = {}) {
  const opened = openScreen(answers)
  act(() => selectTenure('council_rent'))
  await vi.waitFor(() => expect(opened.server.to('/api/own-access')).toHaveLength(1))
  await opened.user.click(screen.getByRole('button', { name: 'Actions' }))
  await opened.user.click(screen.getByRole('menuitem', { name: item }))
  return opened
}

describe('Actions', () => {
  it('has its items and closes on a click outside', async () => {
    const { user } = openScreen()
    await user.click(screen.getByRole('button', { name: 'Actions' }))
    expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual([
      'Send to Calculator',
      'Create new campaign',
      'CSV export',
      'CSV in codes, for an import',
      'Print or share',
    ])
    await user.click(document.body)
    expect(screen.queryByRole('menu')).toBeNull()
  })

  it('sends the filtered households to the calculator and shows its answer', async () => {
    const { server } = await choose('Send to Calculator', {
      answers: { [CALCULATOR]: () => Response.json('1,204 households sent to the calculator') },
    })
    await vi.waitFor(() => expect(notify.success).toHaveBeenCalledWith('1,204 households sent to the calculator'))
    expect(server.to(CALCULATOR)[0]?.body).toEqual(council)
  })

  it.each([
    [
      'the message',
      Response.json({ detail: 'The calculator is full.', code: 'full' }, { status: 503 }),
      'The calculator is full.',
    ],
    ['unauthorized for 403', Response.json({ detail: 'no', code: 'x' }, { status: 403 }), 'unauthorized'],
    ['words of its own', new Response('', { status: 500 }), 'An error occurred'],
  ])('shows %s when that fails', async (_, answer, words) => {
    await choose('Send to Calculator', { answers: { [CALCULATOR]: () => answer } })
    await vi.waitFor(() => expect(notify.error).toHaveBeenCalledWith(words))
    expect(notify.success).not.toHaveBeenCalled()
  })

  it('is busy while the work goes on', async () => {
    await choose('Send to Calculator', { answers: { [CALCULATOR]: () => new Promise(() => {}) } })
    expect((await screen.findByRole('button', { name: /Sending…/ })).getAttribute('aria-disabled')).toBe('true')
  })

  it('saves the CSV under the name that the server gives', async () => {
    const save = vi.spyOn(download, 'saveFile').mockImplementation(() => {})
    const headers = {
      'content-type': 'text/csv',
      'content-disposition': 'attachment; filename="northmere-2026-10.csv"',
    }
    const { server } = await choose('CSV export', {
      answers: { [CSV]: () => new Response('household_reference\nH1\n', { headers }) },
    })
    await vi.waitFor(() => expect(notify.success).toHaveBeenCalledWith('Success! Please check your downloads folder'))
    expect(server.to(CSV)[0]?.body).toEqual({ ...council, wording: 'names' })
    expect(save).toHaveBeenCalledWith(
      { blob: expect.any(Blob) as Blob, name: 'northmere-2026-10.csv' },
      'households.csv',
    )
  })

  it('exports in codes for an import', async () => {
    vi.spyOn(download, 'saveFile').mockImplementation(() => {})
    const { server } = await choose('CSV in codes, for an import', {
      answers: { [CSV]: () => new Response('household_reference\n', { headers: { 'content-type': 'text/csv' } }) },
    })
    await vi.waitFor(() => expect(server.to(CSV)[0]?.body).toEqual({ ...council, wording: 'codes' }))
  })

  it('asks what the export is for, where the organisation asks, and sends it', async () => {
    vi.spyOn(download, 'saveFile').mockImplementation(() => {})
    const { server, user } = await choose('CSV export', {
      answers: { ...access({ purposes: ['Take-up', 'Audit'] }), [CSV]: () => new Response('household_reference\n') },
    })
    expect(server.to(CSV)).toEqual([])
    await user.click(await screen.findByRole('radio', { name: 'Take-up' }))
    await user.click(screen.getByRole('button', { name: 'Export' }))
    await vi.waitFor(() =>
      expect(server.to(CSV)[0]?.body).toEqual({ ...council, purpose: 'Take-up', wording: 'names' }),
    )
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('closes to a role what its organisation does not allow it', async () => {
    const { user } = openScreen({ answers: access({ may_export: false, may_calculate: false }) })
    await user.click(screen.getByRole('button', { name: 'Actions' }))
    for (const name of [/^CSV export/, /^Send to Calculator/]) {
      await vi.waitFor(() => expect(screen.getByRole('menuitem', { name }).getAttribute('aria-disabled')).toBe('true'))
    }
  })

  it('goes to the new campaign', async () => {
    await choose('Create new campaign')
    expect(await screen.findByRole('heading', { name: 'New campaign' })).toBeTruthy()
  })

  it('saves the map of the view and the filters as PDF', async () => {
    const save = vi.spyOn(download, 'saveFile').mockImplementation(() => {})
    const { server, user } = await choose('Print or share', {
      answers: { '/api/map-pdf': () => new Response('%PDF', { headers: { 'content-type': 'application/pdf' } }) },
    })
    // One household: what is drawn is eight or more.
    expect(await screen.findByText(/The map on paper would be nearly blank/)).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Map as PDF' }))
    await vi.waitFor(() => expect(save).toHaveBeenCalledOnce())
    expect(server.to('/api/map-pdf')[0]?.body).toMatchObject({ ...council, view: 'household', place: null })
  })
})
