// @vitest-environment jsdom
import type { RouteObject } from 'react-router-dom'
import { expect, test } from 'vitest'
import { findCurrent, mainPlaces, supportPlace } from '../../src/app/features/shell/session/navigation'
import { createRoutes } from '../../src/app/router'
import { findHelp } from '../../src/app/state/guides'
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

test('the navigation marks the place of every page but the one that is not found', () => {
  const session = { email: 'a@b.example', organisation: 'b', role: 'SuperAdmin', isSuperAdmin: true } as const
  const places = [...mainPlaces(session, true, false), supportPlace(session)]
  const unmarked = SCREENS.filter(({ route }) => findCurrent(places, route) === undefined)
  expect(unmarked.map(({ route }) => route)).toEqual(['/*'])
})

/** Where each screen's question mark leads; a new screen says so here. */
const HELP_OF: Readonly<Record<string, string>> = {
  '/': '/help/find-households',
  '/streetview': '/help/find-households',
  '/filters/:code': '/help/find-households',
  '/trends': '/help/find-households',
  '/visits': '/help/visit-round',
  '/visits/outcomes': '/help/visit-round',
  '/settings': '/help/people',
  '/settings/people': '/help/people',
  '/settings/data-protection': '/help/people',
  '/settings/rights': '/help/rights',
  '/settings/months': '/help/month',
  '/settings/messages': '/help/people',
  '/settings/data': '/help/month',
  '/settings/device': '/help/people',
  '/settings/provider': '/help/people',
  '/settings/templates/*': '/help/people',
  '/campaigns/results': '/help/report',
  '/campaigns/templates': '/help/letter-campaign',
  '/campaigns/templates/texts/:draftId': '/help/text-campaign',
  '/settings/audit': '/help/people',
  '/replies': '/help/replies',
  '/campaigns': '/help/text-campaign',
  '/campaigns/new': '/help/text-campaign',
  '/campaigns/new/:campaignId': '/help/text-campaign',
  '/campaigns/:impactTheme/new': '/help/text-campaign',
  '/campaigns/:impactTheme/new/:campaignId': '/help/text-campaign',
  '/campaigns/:campaignId': '/help/report',
  '/support': '/help',
  '/support/policy': '/help',
  '/support/policy/notes/:note': '/help',
  '/support/product': '/help',
  '/help': '/help',
  '/help/:slug': '/help',
  '/*': '/help',
}

test('the question mark of every route leads to its guide', () => {
  const routes = screensOf(createRoutes()).filter((route) => !APART.includes(route))
  const addressOf = (route: string) =>
    route.replace(':campaignId', '12').replace(/:\w+/g, 'some').replace('*', 'nowhere')
  expect(Object.fromEntries(routes.map((route) => [route, findHelp(addressOf(route))]))).toEqual(HELP_OF)
})
