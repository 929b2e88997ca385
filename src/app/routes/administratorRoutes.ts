import type { RouteObject } from 'react-router-dom'
import { loadRoute, loadScreen } from './lazyRoutes'

/* What only these import, viewers' devices do without (.scripts/vite/findRoles.ts). */

const loadGuard = (path?: string) => loadScreen(path, () => import('./administrators'), 'Administrators')

/** Screens for administrators, but for those under /campaigns. */
export const ADMINISTRATOR_ROUTES: RouteObject = {
  ...loadGuard(),
  children: [
    loadScreen('settings/people', () => import('../features/settings/people/PeopleScreen'), 'PeopleScreen'),
    loadScreen(
      'settings/data-protection',
      () => import('../features/settings/data-protection/DataProtectionScreen'),
      'DataProtectionScreen',
    ),
    loadScreen(
      'settings/rights',
      () => import('../features/settings/household-rights/RightsDeskScreen'),
      'RightsDeskScreen',
    ),
    loadScreen('settings/messages', () => import('./settingsParts'), 'Messages'),
    loadScreen(
      'visits/outcomes',
      () => import('../features/campaigns/visits/VisitOutcomesScreen'),
      'VisitOutcomesScreen',
    ),
  ],
}

/** Those under /campaigns. */
export const ADMINISTRATOR_CAMPAIGNS: RouteObject[] = [
  {
    ...loadGuard('templates'),
    children: [
      {
        ...loadScreen(
          undefined,
          () => import('../features/campaigns/templates/TextsAndLettersScreen'),
          'TextsAndLettersScreen',
        ),
        index: true,
      },
      loadRoute('texts/:draftId', () => import('./textTemplate')),
    ],
  },
  {
    ...loadGuard(),
    children: [
      loadScreen('results', () => import('../features/campaigns/reports/year/YearResultsScreen'), 'YearResultsScreen'),
    ],
  },
]
