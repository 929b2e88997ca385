// @vitest-environment jsdom
import type { RouteObject } from 'react-router-dom'
import { expect, test } from 'vitest'
import { createRoutes } from '../../src/app/router'
import { SCREENS } from '../e2e/screens'

/* A new route is visited as every role, or this fails. */

/** The addresses of routes that show a screen of their own, as patterns from the root. */
function screensOf(routes: readonly RouteObject[], above = ''): string[] {
  return routes.flatMap((route) => {
    const at = route.index ? above || '/' : `${above}/${route.path ?? ''}`.replace(/\/{2,}/g, '/')
    return route.children ? screensOf(route.children, at === '/' ? '' : at) : [at]
  })
}

/** Those without a session are read in accessibility.spec.ts and login.spec.ts. */
const APART = ['/login', '/logout', '/accessibility']

test('every route has an error screen for what fails in it, such as code that does not come', () => {
  const without = (routes: readonly RouteObject[]): unknown[] =>
    routes.flatMap((route) => [...(route.ErrorBoundary ? [] : [route.path]), ...without(route.children ?? [])])
  expect(without(createRoutes())).toEqual([])
})

test('every route of the router is in tests/e2e/screens.ts, with the screen that each role finds there', () => {
  const routes = screensOf(createRoutes()).filter((route) => !APART.includes(route))
  const visited = SCREENS.map(({ route }) => route)
  expect(
    routes.filter((route) => !visited.includes(route)),
    'Add these to SCREENS in tests/e2e/screens.ts.',
  ).toEqual([])
  expect(
    visited.filter((route) => !routes.includes(route)),
    'These are no routes any more: remove them.',
  ).toEqual([])
})
