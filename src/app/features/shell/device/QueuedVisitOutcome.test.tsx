// @isolated: Dexie finds the database as it is loaded.
import 'fake-indexeddb/auto'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, expect, test, vi } from 'vitest'
import { loadVisitRound, type LoadedRound } from '#contract/campaigns/visits'
import { setOnline } from '../../../state/connectivity'
import { closeTables, openTables } from '../../../state/device/tables'
import { appStore } from '../../../state/store'
import { WANTED } from '../../../testing/visitRounds'
import { lockRound, openRoundAtom, recordOutcome, startRound } from '../../../state/visits/openRound'
import { A_KEY } from '../../../testing/aKey'
import { fakeServer } from '../../../testing/fakeServer'
import { act, render, screen } from '../../../testing/render'
import { WaitingPanel } from './WaitingPanel'

const pair = await crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, true, ['deriveBits'])
const point = new Uint8Array(await crypto.subtle.exportKey('raw', pair.publicKey))
const ROUND: LoadedRound = {
  round_id: crypto.randomUUID(),
  outcome_key: Buffer.from(point).toString('base64url'),
  visits: [1, 2].map((house) => ({
    household_reference: `NM-00000${house}`,
    longitude: -1.5,
    latitude: 54,
    ward_name: 'Harbour',
    preferred_language: null,
    unclaimed: null,
    contact: null,
  })),
}

afterEach(() => {
  closeTables()
  setOnline(true)
})

test('the outcome of a visit can be read and changed while its round is open, and by nobody without the code', async () => {
  fakeServer({ [loadVisitRound.path]: { json: ROUND } })
  await openTables({ email: 'viewer@northmere.example', organisation: 'northmere', viewedAs: null }, A_KEY)
  await startRound('seven green doors', WANTED)
  const round = await vi.waitFor(() => appStore.get(openRoundAtom) ?? Promise.reject(new Error('not yet')))
  setOnline(false)
  await recordOutcome(round.visits[1]!, 'left_card', 'Nobody at home')
  render(
    <MemoryRouter>
      <WaitingPanel onClose={vi.fn()} />
    </MemoryRouter>,
  )
  await userEvent.click(await screen.findByRole('button', { name: 'What it holds' }))
  expect(screen.getByText('Visit 2, NM-000002: Left a card')).toBeTruthy()
  expect(screen.getByText('Nobody at home')).toBeTruthy()
  const change = screen.getByRole('link', { name: 'Change it in the visit round' })
  expect(change.getAttribute('href')).toBe('/visits?visit=2')
  act(lockRound)
  expect(await screen.findByRole('link', { name: 'Enter the shift code' })).toBeTruthy()
  expect(screen.queryByText(/NM-000002|Nobody at home/)).toBeNull()
})
