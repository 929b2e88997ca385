import type { Policy } from '../../route'

/** Your Team is for super administrators and the organisation's own. By the role in effect. */
export const maySeeTeam: Policy = ({ role }) => role === 'SuperAdmin' || role === 'OrganisationAdmin'
