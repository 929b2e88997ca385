import { getKeeping } from '#contract/keeping'
import { getLawfulBasisSettings } from '#contract/lawfulBases'
import { getAccessRules } from '#contract/needToKnow'
import { getVisitSettings } from '#contract/visits'
import { queryOptions } from '../../api/queryOptions'

/** Which role sees and exports what. */
export const accessRulesQuery = queryOptions(getAccessRules)

/** Whether visit rounds are on, and for whom with names. */
export const visitSettingsQuery = queryOptions(getVisitSettings)

/** How long the organisation keeps what. */
export const keepingQuery = queryOptions(getKeeping)

/** Which lawful basis campaigns have by default. */
export const lawfulBasisQuery = queryOptions(getLawfulBasisSettings)
