import { z } from 'zod'
import { createFilterTemplate, deleteFilterTemplate, renameFilterTemplate } from '#contract/templates'
import { selectedFiltersSchema } from './selectedFilters'

/**
 * Work that waits for the line. Policy (docs/product.md#queued-work): templates being made, renamed and deleted, and
 * nothing else. Sending for review, reviewing, sending, exports and the chat are never queued.
 */
export const commandSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('create-template'),
    body: createFilterTemplate.body,
    /** What it was made of, so that it can be chosen before the server has it. Not sent. */
    selection: selectedFiltersSchema.optional(),
  }),
  z.object({ kind: z.literal('rename-template'), body: renameFilterTemplate.body, formerName: z.string() }),
  z.object({ kind: z.literal('delete-template'), body: deleteFilterTemplate.body, formerName: z.string() }),
])
/** What is to be done, as the call takes it, and the name by which people know the template. */
export type Command = z.output<typeof commandSchema>

export const queuedItemSchema = z.object({
  /** Also its Idempotency-Key: the server does it once, however often it is sent. */
  id: z.uuid(),
  /** Items are sent in this order. */
  position: z.number().int().positive(),
  command: commandSchema,
  state: z.enum(['waiting', 'sending', 'refused']),
  /** Why it was refused, or what went wrong the last time; `null` when nothing did. */
  detail: z.string().nullable(),
  /** How often it was sent without an answer that settles it. */
  attempts: z.number().int().min(0),
  /** How many of these were answers that the server had failed; items from before this was counted have none. */
  faults: z.number().int().min(0).default(0),
  /** Milliseconds since 1970: not to be sent again before this moment. */
  notBefore: z.number(),
  queuedAt: z.iso.datetime(),
})
export type QueuedItem = z.output<typeof queuedItemSchema>

/** Which template an item is about: another item about the same one must not overtake it. */
export function subjectOf({ id, command }: Pick<QueuedItem, 'id' | 'command'>): string {
  return command.kind === 'create-template' ? id : `template ${command.body.template_id}`
}
