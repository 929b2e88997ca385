import { useCallback } from 'react'
import type { z } from 'zod'
import { getAllSmsTemplates, type BenefitName } from '#contract/campaigns'
import { getAllLetterTemplates } from '#contract/letterTemplates'
import { getSupportContact } from '#contract/support'
import { call } from '../../../api/call'
import { useAsked } from '../../../state/useAsked'

export type SmsTemplates = z.output<typeof getAllSmsTemplates.reply>

const loadTemplates = (signal: AbortSignal) => call(getAllSmsTemplates, { signal })
const loadSupport = (signal: AbortSignal) => call(getSupportContact, { signal })

/** The organisation's text message templates. */
export const useSmsTemplates = () => useAsked(loadTemplates)

/** Where help is, and what the organisation is called in its messages. */
export const useSupportContact = () => useAsked(loadSupport)

/** The organisation's letter templates for a benefit, their addresses good for minutes. */
export function useLetterTemplates(benefit: BenefitName) {
  const load = useCallback((signal: AbortSignal) => call(getAllLetterTemplates, { body: { benefit_name: benefit }, signal }), [benefit])
  return useAsked(load)
}
