import type { ComponentType } from 'react'
import { Navigate, useLocation, useParams, type RouteObject } from 'react-router-dom'
import { ErrorScreen, WholeErrorScreen } from './routes/error'
import { LoginScreen } from './features/shell/login/LoginScreen'
import { runLoginAction } from './routes/login'
import { StartScreen } from './routes/start'

/* Everything but login is lazy; every route has the error screen. */

const ErrorBoundary = ErrorScreen

/** React Router shows nothing if a part fails to load: throw on render. */
const throwing = (error: unknown) => (): never => {
  throw error
}

const at = <Part,>(path: string | undefined, load: () => Promise<Part>) => ({
  path,
  lazy: () => watched(load()).catch((error: unknown) => ({ Component: throwing(error) })),
  ErrorBoundary,
})

const screen = <Name extends string>(
  path: string | undefined,
  load: () => Promise<Record<Name, ComponentType>>,
  name: Name,
) => at(path, () => load().then((loaded) => ({ Component: loaded[name] })))

const movedTo = (path: string, to: string): RouteObject => ({
  path,
  Component: function Moved() {
    const { '*': rest } = useParams()
    return <Navigate replace to={{ ...useLocation(), pathname: rest ? `${to}/${rest}` : to }} />
  },
  ErrorBoundary,
})

/** Probes while code loads slowly, as calls do, to notice an unresponsive connection. */
function watched<Part>(code: Promise<Part>): Promise<Part> {
  let isThere = false
  const watch = import('./api/body').then(({ SilenceTimer }) => {
    if (isThere) return
    const timer = new SilenceTimer()
    timer.start()
    code.finally(() => timer.stop()).catch(() => {})
  })
  // If this fails to load, so does `code`.
  watch.catch(() => {})
  return code.finally(() => (isThere = true))
}

/** Two files: data are requested while code loads. */
const map = {
  loader: () => import('./routes/mapLoader').then(({ mapLoader }) => mapLoader, throwing),
  Component: () => watched(import('./routes/map')).then(({ Component }) => Component, throwing),
}

const inside: RouteObject[] = [
  { index: true, lazy: map, ErrorBoundary },
  { path: 'streetview', lazy: map, ErrorBoundary },
  screen('visits', () => import('./features/campaigns/visits/VisitsScreen'), 'VisitsScreen'),
  screen('filters/:code', () => import('./features/map/filters/OpenFilterLink'), 'OpenFilterLink'),
  screen('trends', () => import('./features/map/trends/TrendsScreen'), 'TrendsScreen'),
  screen('replies', () => import('./features/campaigns/replies/RepliesScreen'), 'RepliesScreen'),
  at('settings', () => import('./routes/settings')),
  screen('settings/data', () => import('./routes/settingsParts'), 'Data'),
  screen('settings/device', () => import('./routes/settingsParts'), 'Device'),
  movedTo('settings/months', '/settings/data'),
  movedTo('settings/templates/*', '/campaigns/templates'),
  {
    ...screen(undefined, () => import('./routes/administrators'), 'Administrators'),
    children: [
      screen('settings/people', () => import('./features/settings/people/PeopleScreen'), 'PeopleScreen'),
      screen(
        'settings/data-protection',
        () => import('./features/settings/data-protection/DataProtectionScreen'),
        'DataProtectionScreen',
      ),
      screen(
        'settings/rights',
        () => import('./features/settings/household-rights/RightsDeskScreen'),
        'RightsDeskScreen',
      ),
      screen('settings/messages', () => import('./routes/settingsParts'), 'Messages'),
      screen('visits/outcomes', () => import('./features/campaigns/visits/VisitOutcomesScreen'), 'VisitOutcomesScreen'),
    ],
  },
  {
    ...screen(undefined, () => import('./routes/administrators'), 'SuperAdmins'),
    children: [
      screen('settings/provider', () => import('./routes/settingsParts'), 'Provider'),
      screen('settings/audit', () => import('./features/settings/audit/AuditScreen'), 'AuditScreen'),
      screen('support/policy', () => import('./features/support/assistant/AssistantScreen'), 'AssistantScreen'),
      screen('support/policy/notes/:note', () => import('./features/support/assistant/NoteScreen'), 'NoteScreen'),
    ],
  },
  {
    ...at('campaigns', () => import('./routes/campaigns')),
    children: [
      { ...at(undefined, () => import('./routes/campaignList')), index: true },
      {
        ...screen('templates', () => import('./routes/administrators'), 'Administrators'),
        children: [
          {
            ...screen(
              undefined,
              () => import('./features/campaigns/templates/TextsAndLettersScreen'),
              'TextsAndLettersScreen',
            ),
            index: true,
          },
          at('texts/:draftId', () => import('./routes/textTemplate')),
        ],
      },
      at('new', () => import('./routes/campaignNew')),
      at('new/:campaignId', () => import('./routes/campaignPreview')),
      at(':impactTheme/new', () => import('./routes/campaignNew')),
      at(':impactTheme/new/:campaignId', () => import('./routes/campaignPreview')),
      {
        ...screen(undefined, () => import('./routes/administrators'), 'Administrators'),
        children: [
          screen('results', () => import('./features/campaigns/reports/year/YearResultsScreen'), 'YearResultsScreen'),
        ],
      },
      at(':campaignId', () => import('./routes/campaign')),
    ],
  },
  screen('help', () => import('./features/support/help/HelpScreen'), 'HelpScreen'),
  screen('help/:slug', () => import('./features/support/help/GuideScreen'), 'GuideScreen'),
  at('support', () => import('./routes/support')),
  at('support/product', () => import('./routes/supportProduct')),
  at('*', () => import('./routes/notFound')),
]

const whole = { HydrateFallback: StartScreen, ErrorBoundary: WholeErrorScreen }

/** Each router stores loaded parts in its own. */
export const createRoutes = (): RouteObject[] => [
  { path: '/login', Component: LoginScreen, action: runLoginAction, ErrorBoundary: WholeErrorScreen },
  { ...at('/logout', () => import('./routes/logout')), ...whole },
  { ...at('/accessibility', () => import('./routes/accessibility')), ...whole },
  {
    path: '/',
    shouldRevalidate: () => false,
    lazy: {
      loader: () => import('./routes/rootLoader').then(({ rootLoader }) => rootLoader, throwing),
      Component: () => import('./routes/root').then(({ Component }) => Component, throwing),
    },
    ...whole,
    children: inside,
  },
]
