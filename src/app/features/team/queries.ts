import { getOrganisationUsers, getOwnDetails, getSignInRules } from '#contract/team'
import { queryOptions } from '../../api/queryOptions'

/** The signed-in person's own details. */
export const ownDetailsQuery = queryOptions(getOwnDetails)

/** Everyone in the organisation. */
export const organisationUsersQuery = queryOptions(getOrganisationUsers)

export const signInRulesQuery = queryOptions(getSignInRules)
