import { getMessageSettings } from '#contract/messageSettings'
import { getSendingSettings } from '#contract/sending'
import { getSpending } from '#contract/spending'
import { queryOptions } from '../../api/queryOptions'

export const messageSettingsQuery = queryOptions(getMessageSettings)

export const sendingSettingsQuery = queryOptions(getSendingSettings)

export const spendingQuery = queryOptions(getSpending)
