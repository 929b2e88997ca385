/** The organisation's settings that campaigns follow and Settings change. */
import { getLawfulBasisSettings } from '#contract/campaigns/lawfulBases'
import { getMessageSettings } from '#contract/campaigns/messageSettings'
import { getSpending } from '#contract/campaigns/messageCosts'
import { queryOptions } from '../api/queryOptions'

export const lawfulBasisQuery = queryOptions(getLawfulBasisSettings)

export const messageSettingsQuery = queryOptions(getMessageSettings)

export const spendingQuery = queryOptions(getSpending)
