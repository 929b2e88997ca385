import { getPensionCreditReport } from '#contract/report'
import { queryOptions } from '../../api/queryOptions'

/** What a pension credit campaign came to. */
export const reportQuery = (campaignId: number) => queryOptions(getPensionCreditReport, { body: { id: campaignId } })
