import { Navigate, useLocation, useParams, type RouteObject } from 'react-router-dom'
import { ADMINISTRATOR_CAMPAIGNS, ADMINISTRATOR_ROUTES } from './routes/administratorRoutes'
import { WholeErrorScreen } from './routes/error'
import { ErrorBoundary, loadRoute, loadScreen, throwOnRender, watchLoading } from './routes/lazyRoutes'
import { LoginScreen } from './features/shell/login/LoginScreen'
import { runLoginAction } from './routes/login'
import { StartScreen } from './routes/start'
import { SUPER_ADMIN_ROUTES } from './routes/superAdminRoutes'

const movedTo = (path: string, to: string): RouteObject => ({
  path,
  Component: function Moved() {
    const { '*': rest } = useParams()
    return <Navigate replace to={{ ...useLocation(), pathname: rest ? `${to}/${rest}` : to }} />
  },
  ErrorBoundary,
})

/** Two files: data are requested while code loads. */
const map = {
  loader: () => import('./routes/mapLoader').then(({ mapLoader }) => mapLoader, throwOnRender),
  Component: () => watchLoading(import('./routes/map')).then(({ Component }) => Component, throwOnRender),
}

const inside: RouteObject[] = [
  { index: true, lazy: map, ErrorBoundary },
  { path: 'streetview', lazy: map, ErrorBoundary },
  loadScreen('visits', () => import('./features/campaigns/visits/VisitsScreen'), 'VisitsScreen'),
  loadScreen('filters/:code', () => import('./features/map/filters/OpenFilterLink'), 'OpenFilterLink'),
  loadScreen('trends', () => import('./features/map/trends/TrendsScreen'), 'TrendsScreen'),
  loadScreen('replies', () => import('./features/campaigns/replies/RepliesScreen'), 'RepliesScreen'),
  loadRoute('settings', () => import('./routes/settings')),
  loadScreen('settings/data', () => import('./routes/settingsParts'), 'Data'),
  loadScreen('settings/device', () => import('./routes/settingsParts'), 'Device'),
  movedTo('settings/months', '/settings/data'),
  movedTo('settings/templates/*', '/campaigns/templates'),
  ADMINISTRATOR_ROUTES,
  SUPER_ADMIN_ROUTES,
  {
    ...loadRoute('campaigns', () => import('./routes/campaigns')),
    children: [
      { ...loadRoute(undefined, () => import('./routes/campaignList')), index: true },
      loadRoute('new', () => import('./routes/campaignNew')),
      loadRoute('new/:campaignId', () => import('./routes/campaignPreview')),
      loadRoute(':impactTheme/new', () => import('./routes/campaignNew')),
      loadRoute(':impactTheme/new/:campaignId', () => import('./routes/campaignPreview')),
      ...ADMINISTRATOR_CAMPAIGNS,
      loadRoute(':campaignId', () => import('./routes/campaign')),
    ],
  },
  loadScreen('help', () => import('./features/support/help/HelpScreen'), 'HelpScreen'),
  loadScreen('help/:slug', () => import('./features/support/help/GuideScreen'), 'GuideScreen'),
  loadRoute('support', () => import('./routes/support')),
  loadRoute('support/product', () => import('./routes/supportProduct')),
  loadRoute('*', () => import('./routes/notFound')),
]

const whole = { HydrateFallback: StartScreen, ErrorBoundary: WholeErrorScreen }

/** Each router stores loaded parts in its own. */
export const createRoutes = (): RouteObject[] => [
  { path: '/login', Component: LoginScreen, action: runLoginAction, ErrorBoundary: WholeErrorScreen },
  { ...loadRoute('/logout', () => import('./routes/logout')), ...whole },
  { ...loadRoute('/accessibility', () => import('./routes/accessibility')), ...whole },
  {
    path: '/',
    shouldRevalidate: () => false,
    lazy: {
      loader: () => import('./routes/rootLoader').then(({ rootLoader }) => rootLoader, throwOnRender),
      Component: () => import('./routes/root').then(({ Component }) => Component, throwOnRender),
    },
    ...whole,
    children: inside,
  },
]
