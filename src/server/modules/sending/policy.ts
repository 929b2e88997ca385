import { mayManageTeam } from '../people/policy'

/** Administrators, by the role in effect. */
export const mayManageSending = mayManageTeam
