import { getPensionCreditReport } from '#contract/report'
import { queryOptions } from '../../api/queryOptions'

/** A pension credit campaign's report. */
export const reportQuery = (campaignId: number) => queryOptions(getPensionCreditReport, { body: { id: campaignId } })
