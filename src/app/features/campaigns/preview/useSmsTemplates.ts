import type { z } from 'zod'
import { getAllSmsTemplates } from '#contract/campaigns'
import { getSupportContact } from '#contract/support'
import { call } from '../../../api/call'
import { useAsked } from '../useAsked'

export type SmsTemplates = z.output<typeof getAllSmsTemplates.reply>

const loadTemplates = (signal: AbortSignal) => call(getAllSmsTemplates, { signal })
const loadSupport = (signal: AbortSignal) => call(getSupportContact, { signal })

/** The organisation's text message templates. */
export const useSmsTemplates = () => useAsked(loadTemplates)

/** Where help is, and what the organisation is called in its messages. */
export const useSupportContact = () => useAsked(loadSupport)
