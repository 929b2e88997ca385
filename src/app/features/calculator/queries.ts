import { getCalculatorJobs } from '#contract/calculator'
import { queryOptions } from '../../api/queryOptions'

/** The organisation's calculations, newest first. */
export const calculatorJobsQuery = queryOptions(getCalculatorJobs)
