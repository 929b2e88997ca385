import type { RouteObject } from 'react-router-dom'
import { ErrorScreen, WholeErrorScreen } from './routes/error'
import { LoginScreen, loginAction } from './routes/login'
import { StartScreen } from './routes/start'

/*
 * The route table (P1 §2). Everything but login is loaded when it is needed; every route has the
 * error screen, so that what fails in one leaves the rest standing.
 */

const ErrorBoundary = ErrorScreen

/** The routes inside the root layout. */
const inside: RouteObject[] = [
  { index: true, lazy: () => import('./routes/map'), ErrorBoundary },
  { path: 'streetview', lazy: () => import('./routes/map'), ErrorBoundary },
  { path: 'settings', lazy: () => import('./routes/settings'), ErrorBoundary },
  {
    path: 'campaigns',
    lazy: () => import('./routes/campaigns'),
    ErrorBoundary,
    children: [
      { index: true, lazy: () => import('./routes/campaignList'), ErrorBoundary },
      { path: 'new', lazy: () => import('./routes/campaignNew'), ErrorBoundary },
      { path: ':impactTheme/new', lazy: () => import('./routes/campaignNew'), ErrorBoundary },
      { path: ':campaignId', lazy: () => import('./routes/campaign'), ErrorBoundary },
    ],
  },
  { path: 'support', lazy: () => import('./routes/support'), ErrorBoundary },
  { path: 'support/policy', lazy: () => import('./routes/supportPolicy'), ErrorBoundary },
  { path: 'support/product', lazy: () => import('./routes/supportProduct'), ErrorBoundary },
  { path: '*', lazy: () => import('./routes/notFound'), ErrorBoundary },
]

/** All routes, made anew: a router keeps in them what it has loaded. */
export const createRoutes = (): RouteObject[] => [
  { path: '/login', Component: LoginScreen, action: loginAction, ErrorBoundary: WholeErrorScreen },
  { path: '/logout', lazy: () => import('./routes/logout'), HydrateFallback: StartScreen, ErrorBoundary: WholeErrorScreen },
  ...(import.meta.env.DEV ? [{ path: '/gallery', lazy: () => import('./routes/gallery'), HydrateFallback: StartScreen, ErrorBoundary: WholeErrorScreen }] : []),
  {
    path: '/',
    // The session is loaded once, when the application starts.
    shouldRevalidate: () => false,
    lazy: {
      // Two files, so that the session is asked for while the layout's code is still coming.
      loader: async () => (await import('./routes/rootLoader')).rootLoader,
      Component: async () => (await import('./routes/root')).Component,
    },
    HydrateFallback: StartScreen,
    ErrorBoundary: WholeErrorScreen,
    children: inside,
  },
]
