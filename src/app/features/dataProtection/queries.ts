import { getKeeping } from '#contract/keeping'
import { getLawfulBasisSettings } from '#contract/lawfulBases'
import { getAccessRules } from '#contract/needToKnow'
import { getVisitSettings } from '#contract/visits'
import { queryOptions } from '../../api/queryOptions'

export const accessRulesQuery = queryOptions(getAccessRules)

export const visitSettingsQuery = queryOptions(getVisitSettings)

export const keepingQuery = queryOptions(getKeeping)

export const lawfulBasisQuery = queryOptions(getLawfulBasisSettings)
