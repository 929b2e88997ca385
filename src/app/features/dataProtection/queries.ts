import { getKeeping } from '#contract/keeping'
import { getAccessRules } from '#contract/needToKnow'
import { queryOptions } from '../../api/queryOptions'

/** Which role sees and exports what. */
export const accessRulesQuery = queryOptions(getAccessRules)

/** How long the organisation keeps what. */
export const keepingQuery = queryOptions(getKeeping)
