import { getOrganisations } from '#contract/organisations'
import { getRolesAndOrganisations } from '#contract/viewAs'
import { queryOptions } from '../../api/queryOptions'

export const rolesAndOrganisationsQuery = queryOptions(getRolesAndOrganisations)

export const organisationsQuery = queryOptions(getOrganisations)
