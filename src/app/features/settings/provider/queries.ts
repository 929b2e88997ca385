import { getOrganisations } from '#contract/organisations/organisations'
import { getRolesAndOrganisations } from '#contract/organisations/viewAs'
import { queryOptions } from '../../../api/queryOptions'

export const rolesAndOrganisationsQuery = queryOptions(getRolesAndOrganisations)

export const organisationsQuery = queryOptions(getOrganisations)
