import { getPolicyNote } from '#contract/policy'
import { queryOptions } from '../../api/queryOptions'

/** A policy note with its sections. */
export const policyNoteQuery = (note: string) => queryOptions(getPolicyNote, { query: { note } })
