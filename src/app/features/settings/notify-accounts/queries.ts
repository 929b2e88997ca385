import { getMessageSettings } from '#contract/campaigns/messageSettings'
import { getSendingSettings } from '#contract/campaigns/notifyAccounts'
import { getSpending } from '#contract/campaigns/spending'
import { queryOptions } from '../../../api/queryOptions'

export const messageSettingsQuery = queryOptions(getMessageSettings)

export const sendingSettingsQuery = queryOptions(getSendingSettings)

export const spendingQuery = queryOptions(getSpending)
