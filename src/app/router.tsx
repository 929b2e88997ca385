import type { RouteObject } from 'react-router-dom'
import { ErrorScreen, WholeErrorScreen } from './routes/error'
import { LoginScreen, loginAction } from './routes/login'
import { StartScreen } from './routes/start'

/* Everything but login is loaded when needed; every route has the error screen. */

const ErrorBoundary = ErrorScreen

/** React Router shows nothing where a part fails to load: throw when it renders. */
const throwing = (error: unknown) => (): never => {
  throw error
}

const part =
  <Part,>(load: () => Promise<Part>) =>
  (): Promise<Part | { Component: () => never }> =>
    load().catch((error: unknown) => ({ Component: throwing(error) }))

/** Two files: its data are asked for while its code loads. */
const map = {
  loader: () => import('./routes/mapLoader').then(({ mapLoader }) => mapLoader, throwing),
  Component: () => import('./routes/map').then(({ Component }) => Component, throwing),
}

/** The routes inside the root layout. */
const inside: RouteObject[] = [
  { index: true, lazy: map, ErrorBoundary },
  { path: 'streetview', lazy: map, ErrorBoundary },
  { path: 'visits', lazy: part(() => import('./routes/visits')), ErrorBoundary },
  { path: 'filters/:code', lazy: part(() => import('./routes/filterLink')), ErrorBoundary },
  { path: 'trends', lazy: part(() => import('./routes/trends')), ErrorBoundary },
  { path: 'settings', lazy: part(() => import('./routes/settings')), ErrorBoundary },
  { path: 'settings/people', lazy: part(() => import('./routes/people')), ErrorBoundary },
  { path: 'settings/data-protection', lazy: part(() => import('./routes/dataProtection')), ErrorBoundary },
  { path: 'settings/rights', lazy: part(() => import('./routes/rights')), ErrorBoundary },
  { path: 'settings/months', lazy: part(() => import('./routes/months')), ErrorBoundary },
  {
    path: 'settings/templates',
    lazy: part(() => import('./routes/campaigns')),
    ErrorBoundary,
    children: [
      { index: true, lazy: part(() => import('./routes/messageTemplates')), ErrorBoundary },
      { path: 'texts/:draftId', lazy: part(() => import('./routes/textTemplate')), ErrorBoundary },
    ],
  },
  { path: 'settings/audit', lazy: part(() => import('./routes/audit')), ErrorBoundary },
  { path: 'replies', lazy: part(() => import('./routes/replies')), ErrorBoundary },
  {
    path: 'campaigns',
    lazy: part(() => import('./routes/campaigns')),
    ErrorBoundary,
    children: [
      { index: true, lazy: part(() => import('./routes/campaignList')), ErrorBoundary },
      { path: 'new', lazy: part(() => import('./routes/campaignNew')), ErrorBoundary },
      { path: 'new/:campaignId', lazy: part(() => import('./routes/campaignPreview')), ErrorBoundary },
      { path: ':impactTheme/new', lazy: part(() => import('./routes/campaignNew')), ErrorBoundary },
      { path: ':impactTheme/new/:campaignId', lazy: part(() => import('./routes/campaignPreview')), ErrorBoundary },
      { path: ':campaignId', lazy: part(() => import('./routes/campaign')), ErrorBoundary },
    ],
  },
  { path: 'support', lazy: part(() => import('./routes/support')), ErrorBoundary },
  { path: 'support/policy', lazy: part(() => import('./routes/supportPolicy')), ErrorBoundary },
  { path: 'support/policy/notes/:note', lazy: part(() => import('./routes/supportPolicyNote')), ErrorBoundary },
  { path: 'support/product', lazy: part(() => import('./routes/supportProduct')), ErrorBoundary },
  { path: '*', lazy: part(() => import('./routes/notFound')), ErrorBoundary },
]

/** New ones for each router, which keeps in them what it has loaded. */
export const createRoutes = (): RouteObject[] => [
  { path: '/login', Component: LoginScreen, action: loginAction, ErrorBoundary: WholeErrorScreen },
  {
    path: '/logout',
    lazy: part(() => import('./routes/logout')),
    HydrateFallback: StartScreen,
    ErrorBoundary: WholeErrorScreen,
  },
  {
    path: '/accessibility',
    lazy: part(() => import('./routes/accessibility')),
    HydrateFallback: StartScreen,
    ErrorBoundary: WholeErrorScreen,
  },
  {
    path: '/',
    // The session is loaded once.
    shouldRevalidate: () => false,
    lazy: {
      // Two files: the session is asked for while the layout's code loads.
      loader: () => import('./routes/rootLoader').then(({ rootLoader }) => rootLoader, throwing),
      Component: () => import('./routes/root').then(({ Component }) => Component, throwing),
    },
    HydrateFallback: StartScreen,
    ErrorBoundary: WholeErrorScreen,
    children: inside,
  },
]
