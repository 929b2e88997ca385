import { expect, test, vi } from 'vitest'
import { startSession } from '../state/device/start'
import { rootLoader } from './rootLoader'

vi.mock('../state/device/start', () => ({
  startSession: vi.fn(),
  confirmRemembered: vi.fn(),
  endSessionHere: vi.fn(),
  watchSession: vi.fn(),
}))
vi.mock('../state/queue/queue', () => ({ startQueue: vi.fn() }))
vi.mock('../state/templateStore', () => ({ keepTemplates: vi.fn() }))
vi.mock('../state/visits/round', () => ({ watchShift: vi.fn() }))
vi.mock('../state/connectivity', () => ({ watchConnectivity: vi.fn() }))

/** Where opening a path leads; null: it is opened. */
async function open(path: string, isSignedIn: boolean): Promise<unknown> {
  const session = { email: 'a@b.example', organisation: 'B', role: 'Viewer', isSuperAdmin: false } as const
  vi.mocked(startSession).mockResolvedValue(isSignedIn ? session : null)
  const url = new URL(`http://localhost${path}`)
  try {
    return await rootLoader({ request: new Request(url), url, params: {}, context: {}, pattern: '/' })
  } catch (answer) {
    return answer instanceof Response ? answer.headers.get('location') : answer
  }
}

test.each(['/filters/aB-1_', '/campaigns/12', '/?show=list', '/settings/months'])(
  'the address %s that was opened signed out is opened after the login, once',
  async (address) => {
    expect(await open(address, false)).toBe('/login')
    expect(await open('/', true)).toBe(address)
    expect(await open(address, true)).toBeNull()
    expect(await open('/', true)).toBeNull()
  },
)

test.each(['//evil.example/filters/a', '/\\\\evil.example', '/login', '/backend/auth/logout'])(
  'after %s the login leads home',
  async (path) => {
    expect(await open(path, false)).toBe('/login')
    expect(await open('/', true)).toBeNull()
  },
)
