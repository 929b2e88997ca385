import { z } from 'zod'
import {
  createFilterTemplate,
  deleteFilterTemplate,
  renameFilterTemplate,
  shareFilterTemplate,
} from '#contract/households/filterTemplates'
import { sendVisitOutcome } from '#contract/campaigns/visits'
import type { Endpoint } from '#contract/endpoint'
import { selectedFiltersSchema } from './selectedFilters'

/** Only template changes and outcomes of visits are ever queued. */
export const commandSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('create-template'),
    body: createFilterTemplate.body,
    /** Makes it choosable before it is sent; not sent. */
    selection: selectedFiltersSchema.optional(),
  }),
  z.object({ kind: z.literal('rename-template'), body: renameFilterTemplate.body, formerName: z.string() }),
  z.object({ kind: z.literal('delete-template'), body: deleteFilterTemplate.body, formerName: z.string() }),
  z.object({ kind: z.literal('share-template'), body: shareFilterTemplate.body, formerName: z.string() }),
  z.object({ kind: z.literal('visit-outcome'), body: sendVisitOutcome.body }),
])
export type Command = z.output<typeof commandSchema>
export type TemplateCommand = Exclude<Command, { kind: 'visit-outcome' }>

export const queuedItemSchema = z.object({
  /** Also the Idempotency-Key. */
  id: z.uuid(),
  position: z.number().int().positive(),
  command: commandSchema,
  state: z.enum(['waiting', 'sending', 'refused']),
  detail: z.string().nullable(),
  /** Without a final answer. */
  attempts: z.number().int().min(0),
  /** Attempts among these that the server failed. */
  faults: z.number().int().min(0),
  /** Milliseconds since 1970. */
  notBefore: z.number(),
  queuedAt: z.iso.datetime(),
})
export type QueuedItem = z.output<typeof queuedItemSchema>

type QueueEndpoint = Endpoint<z.ZodType, z.ZodType, z.ZodType<{ template_id: number } | { id: string }>>

const ENDPOINTS: Record<Command['kind'], QueueEndpoint> = {
  'create-template': createFilterTemplate,
  'rename-template': renameFilterTemplate,
  'delete-template': deleteFilterTemplate,
  'share-template': shareFilterTemplate,
  'visit-outcome': sendVisitOutcome,
}

/** The call that sends an item. */
export function describeCall({ id, command }: Pick<QueuedItem, 'id' | 'command'>) {
  const endpoint = ENDPOINTS[command.kind]
  return { endpoint, body: command.body, idempotencyKey: endpoint.idempotent ? id : undefined }
}

/** Whether a refusal says that nothing is left to do: the template is already deleted. */
export const isDoneAlready = ({ kind }: Command, status: number): boolean =>
  kind === 'delete-template' && status === 404

/** Held while a database's queue is sent. */
export const queueLock = (database: string): string => `doorstep-queue ${database}`

/** The Background Sync tag of the queue. */
export const QUEUE_SYNC = 'send-queue'

/** Items about the same template keep their order. */
export function findSubject({ id, command }: Pick<QueuedItem, 'id' | 'command'>): string {
  return 'template_id' in command.body ? `template ${command.body.template_id}` : id
}
