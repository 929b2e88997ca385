import { getRolesAndOrganisations } from '#contract/organisations/viewAs'
import { queryOptions } from '../../../api/queryOptions'

export const rolesAndOrganisationsQuery = queryOptions(getRolesAndOrganisations)
