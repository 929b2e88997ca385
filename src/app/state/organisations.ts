import { getOrganisations } from '#contract/organisations/organisations'
import { queryOptions } from '../api/queryOptions'

export const organisationsQuery = queryOptions(getOrganisations)
