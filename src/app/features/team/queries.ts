import { getOrganisationUsers, getOwnDetails } from '#contract/team'
import { queryOptions } from '../../api/queryOptions'

/** The signed-in person's own details. */
export const ownDetailsQuery = queryOptions(getOwnDetails)

/** Everyone in the organisation. */
export const organisationUsersQuery = queryOptions(getOrganisationUsers)
