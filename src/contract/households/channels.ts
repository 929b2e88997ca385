import { z } from 'zod'
import { text } from '../bounded'

export const CHANNELS = ['print_and_post', 'sms'] as const
/** Case-insensitive. */
export const channelSchema = text(100).toLowerCase().pipe(z.enum(CHANNELS))
export type Channel = (typeof CHANNELS)[number]
