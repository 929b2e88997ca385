import { getKeeping } from '#contract/data-protection/retention'
import { getAccessRules } from '#contract/households/needToKnow'
import { getVisitSettings } from '#contract/campaigns/visits'
import { queryOptions } from '../../../api/queryOptions'

export const needToKnowRulesQuery = queryOptions(getAccessRules)

export const visitSettingsQuery = queryOptions(getVisitSettings)

export const retentionQuery = queryOptions(getKeeping)
