import type { ComponentType } from 'react'
import type { RouteObject } from 'react-router-dom'
import { ErrorScreen, WholeErrorScreen } from './routes/error'
import { LoginScreen } from './features/shell/login/LoginScreen'
import { runLoginAction } from './routes/login'
import { StartScreen } from './routes/start'

/* Everything but login is lazy; every route has the error screen. */

const ErrorBoundary = ErrorScreen

/** React Router shows nothing if a part fails to load: throw when it renders. */
const throwing = (error: unknown) => (): never => {
  throw error
}

/** A route whose component and loader, if any, `load` brings with the first visit. */
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

/** Slow-loading code has the line probed, as calls do, so that a silent line is noticed. */
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

/** Two files: data are requested while the code loads. */
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
      screen('settings/months', () => import('./features/settings/imports/MonthsScreen'), 'MonthsScreen'),
      {
        ...at('settings/templates', () => import('./routes/campaigns')),
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
    ],
  },
  {
    ...screen(undefined, () => import('./routes/administrators'), 'SuperAdmins'),
    children: [
      screen('settings/audit', () => import('./features/settings/audit/AuditScreen'), 'AuditScreen'),
      screen('support/policy', () => import('./features/support/assistant/AssistantScreen'), 'AssistantScreen'),
      screen('support/policy/notes/:note', () => import('./features/support/assistant/NoteScreen'), 'NoteScreen'),
    ],
  },
  {
    ...at('campaigns', () => import('./routes/campaigns')),
    children: [
      { ...at(undefined, () => import('./routes/campaignList')), index: true },
      at('new', () => import('./routes/campaignNew')),
      at('new/:campaignId', () => import('./routes/campaignPreview')),
      at(':impactTheme/new', () => import('./routes/campaignNew')),
      at(':impactTheme/new/:campaignId', () => import('./routes/campaignPreview')),
      at(':campaignId', () => import('./routes/campaign')),
    ],
  },
  at('support', () => import('./routes/support')),
  at('support/product', () => import('./routes/supportProduct')),
  at('*', () => import('./routes/notFound')),
]

const whole = { HydrateFallback: StartScreen, ErrorBoundary: WholeErrorScreen }

/** New for each router, which stores loaded parts in them. */
export const createRoutes = (): RouteObject[] => [
  { path: '/login', Component: LoginScreen, action: runLoginAction, ErrorBoundary: WholeErrorScreen },
  { ...at('/logout', () => import('./routes/logout')), ...whole },
  { ...at('/accessibility', () => import('./routes/accessibility')), ...whole },
  {
    path: '/',
    // The session is loaded once.
    shouldRevalidate: () => false,
    lazy: {
      // Two files: the session is requested while the layout's code loads.
      loader: () => import('./routes/rootLoader').then(({ rootLoader }) => rootLoader, throwing),
      Component: () => import('./routes/root').then(({ Component }) => Component, throwing),
    },
    ...whole,
    children: inside,
  },
]
