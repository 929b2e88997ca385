import { cleanup, render } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { afterEach, beforeAll, beforeEach, vi } from 'vitest'
import { forgetServerState } from '../api/queryClient'
import { onSignedOut } from '../api/endSession'
import { createRoutes } from '../router'
import { setOnline } from '../state/connectivity'
import { forgetSession } from '../state/session'
import { fakeServer, type FakeAnswer, type SeenRequest } from './fakeServer'
import { fakeWindowWidth } from './fakeWindow'

/* For tests: the whole app at an address, with a server that answers what a test says. */

/** Before and after each test of a file that opens the app. */
export function aroundEachApp(): void {
  // Whole screens, found by role in a document made by hand: seconds where much else runs.
  // The first import of a route's code is slow; what is tested is not.
  beforeAll(async () => {
    await Promise.all(
      Object.values(import.meta.glob(['../routes/*.tsx', '!../routes/*.test.tsx'])).map((load) => load()),
    )
  })
  beforeEach(() => {
    fakeWindowWidth(1440)
    vi.stubGlobal('scrollTo', () => {})
  })
  afterEach(() => {
    cleanup()
    setOnline(true)
    forgetSession()
    forgetServerState()
    onSignedOut(() => {})
    vi.unstubAllGlobals()
  })
}

/** Opens the app. @returns its router, and what the server is asked from now on. */
export function openApp(at: string, answers: Record<string, FakeAnswer>) {
  const seen: SeenRequest[] = fakeServer(answers)
  const router = createMemoryRouter(createRoutes(), { initialEntries: [at] })
  render(<RouterProvider router={router} />)
  return { router, seen }
}
