import { getOrganisationUsers, getOwnDetails, getSignInRules } from '#contract/organisations/people'
import { queryOptions } from '../../../api/queryOptions'

export const ownDetailsQuery = queryOptions(getOwnDetails)

export const organisationUsersQuery = queryOptions(getOrganisationUsers)

export const signInRulesQuery = queryOptions(getSignInRules)
