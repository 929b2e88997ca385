import { getAccessRules } from '#contract/needToKnow'
import { queryOptions } from '../../api/queryOptions'

/** Which role sees and exports what. */
export const accessRulesQuery = queryOptions(getAccessRules)
