import type { Policy } from '../../route'

/** Administrators, by the role in effect. */
export const mayManageTeam: Policy = ({ role }) => role === 'SuperAdmin' || role === 'OrganisationAdmin'
