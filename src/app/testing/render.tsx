/* For tests: Testing Library with the app's query client around what it renders, empty before each test. */
import { QueryClientProvider } from '@tanstack/react-query'
import {
  cleanup,
  render as renderBare,
  renderHook as renderHookBare,
  type RenderHookOptions,
  type RenderOptions,
} from '@testing-library/react'
import { Fragment, type ComponentType, type ReactNode } from 'react'
import { afterEach } from 'vitest'
import { forgetServerState, queryClient } from '../api/queryClient'

export * from '@testing-library/react'

// What is still mounted would ask again for what is forgotten.
afterEach(() => {
  cleanup()
  forgetServerState()
})

/** The client around the wrapper that a test has of its own. */
const withClient = (Inner: ComponentType<{ children: ReactNode }> = Fragment) =>
  function WithClient({ children }: { children: ReactNode }) {
    return (
      <QueryClientProvider client={queryClient}>
        <Inner>{children}</Inner>
      </QueryClientProvider>
    )
  }

export const render = (element: ReactNode, { wrapper, ...options }: Omit<RenderOptions, 'queries'> = {}) =>
  renderBare(element, { ...options, wrapper: withClient(wrapper) })

export const renderHook = <Result, Props>(hook: (props: Props) => Result, options: RenderHookOptions<Props> = {}) =>
  renderHookBare(hook, { ...options, wrapper: withClient() })
