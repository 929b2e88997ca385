import { getSendingSettings } from '#contract/sending'
import { queryOptions } from '../../api/queryOptions'

/** How the organisation's messages are sent. */
export const sendingSettingsQuery = queryOptions(getSendingSettings)
