import { getMessageTemplates } from '#contract/campaigns/templates'
import { queryOptions } from '../../../../api/queryOptions'

/** Not persisted: the previews' signed addresses expire within minutes. */
export const messageTemplatesQuery = { ...queryOptions(getMessageTemplates), gcTime: 0 }
