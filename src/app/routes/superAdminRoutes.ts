import type { RouteObject } from 'react-router-dom'
import { loadScreen } from './lazyRoutes'

/** Screens for super administrators: what only these import, others' devices do without (.scripts/vite/findRoles.ts). */
export const SUPER_ADMIN_ROUTES: RouteObject = {
  ...loadScreen(undefined, () => import('./administrators'), 'SuperAdmins'),
  children: [
    loadScreen('settings/provider', () => import('./settingsParts'), 'Provider'),
    loadScreen('settings/audit', () => import('../features/settings/audit/AuditScreen'), 'AuditScreen'),
    loadScreen('support/policy', () => import('../features/support/assistant/AssistantScreen'), 'AssistantScreen'),
    loadScreen('support/policy/notes/:note', () => import('../features/support/assistant/NoteScreen'), 'NoteScreen'),
  ],
}
