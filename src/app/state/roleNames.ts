import type { Role } from '#contract/session'

/** The roles as people read them. */
export const ROLE_NAMES: Record<Role, string> = {
  SuperAdmin: 'Super administrator',
  OrganisationAdmin: 'Organisation administrator',
  Viewer: 'Viewer',
}
