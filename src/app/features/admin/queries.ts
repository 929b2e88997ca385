import { getOrganisations } from '#contract/organisations'
import { getRolesAndOrganisations } from '#contract/viewAs'
import { queryOptions } from '../../api/queryOptions'

/** The roles and organisations that a super administrator may view Doorstep as. */
export const rolesAndOrganisationsQuery = queryOptions(getRolesAndOrganisations)

/** Every organisation, and whether its campaigns are switched on. */
export const organisationsQuery = queryOptions(getOrganisations)
