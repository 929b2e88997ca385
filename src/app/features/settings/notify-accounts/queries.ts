import { getSendingSettings } from '#contract/campaigns/notifyAccounts'
import { queryOptions } from '../../../api/queryOptions'

export const sendingSettingsQuery = queryOptions(getSendingSettings)
