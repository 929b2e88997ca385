import { cleanup, render, screen } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ErrorScreen } from './error'

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
})
afterEach(cleanup)

test.each<[string, unknown, string, string, string]>([
  [
    'an error with a message',
    new Error('The ward list is empty.'),
    'Something went wrong',
    'The ward list is empty.',
    'Try again',
  ],
  ['an error without one', new Error(''), 'Something went wrong', 'Unknown error', 'Try again'],
  ['what is no error at all', { oops: true }, 'Something went wrong', 'Unknown error', 'Try again'],
  [
    'an answer without words',
    new Response(null, { status: 500 }),
    'Something went wrong',
    'Unknown error',
    'Try again',
  ],
  [
    'an address that leads nowhere',
    new Response(null, { status: 404 }),
    'Page not found',
    'Check the address, or start from Street View.',
    'Go to Street View',
  ],
  [
    'code that did not come',
    new TypeError('Failed to fetch dynamically imported module: /assets/settings.js'),
    'This part of Doorstep could not be loaded',
    'Check your connection, then reload the page.',
    'Reload',
  ],
  [
    'a stylesheet that did not come',
    new Error('Unable to preload CSS for /assets/settings.css'),
    'This part of Doorstep could not be loaded',
    'Check your connection, then reload the page.',
    'Reload',
  ],
])('%s has its words and its way on', async (_what, thrown, title, words, way) => {
  const loader = () => {
    throw thrown
  }
  render(
    <RouterProvider
      router={createMemoryRouter([
        { path: '/', loader, element: <p />, HydrateFallback: () => null, ErrorBoundary: ErrorScreen },
      ])}
    />,
  )
  expect(await screen.findByRole('heading', { level: 1, name: title })).toBeTruthy()
  expect(screen.getByRole('alert').textContent).toContain(words)
  const ways = [...screen.queryAllByRole('button'), ...screen.getAllByRole('link')].map(
    ({ textContent }) => textContent,
  )
  expect(ways).toContain(way)
  expect(ways).toContain('Go to Street View')
  expect(document.title).toBe(`${title} – Doorstep`)
})
