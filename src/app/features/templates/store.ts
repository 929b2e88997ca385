import type { z } from 'zod'
import type { createFilterTemplate, TemplateListItem, TemplateValueRow } from '#contract/templates'
import type { SelectedFilters } from '../../state/selection'
import type { Atom } from '../../state/store'
import type { ReadTemplates, Removed, WaitingChange } from '../../state/templateStore'

/** A new template as it is sent: its name with angle brackets escaped. */
export type NewTemplate = z.output<typeof createFilterTemplate.body>

/** A template that was just made: by the server, or for the queue. */
export interface MadeTemplate {
  /** As in the lists: the template's id as text, or that of the item that waits. */
  readonly key: string
  readonly isSent: boolean
}

/**
 * What the screens need of state/templateStore.ts, which the route passes in. Changes resolve with the
 * server's answer, or with `null` when they wait to be sent.
 */
export interface TemplateStore {
  /** Whether the server can be reached. */
  readonly online: Atom<boolean>
  readonly waiting: Atom<readonly WaitingChange[]>
  /** @throws as `call` does, when the device has none either. */
  list(signal: AbortSignal): Promise<ReadTemplates>
  /** @throws as `call` does, when the device has none either. */
  values(templateId: number, signal: AbortSignal): Promise<readonly TemplateValueRow[]>
  /** Templates made since the page was opened: the id of each, by that of the item that waited to make it. */
  readonly madeOf: Atom<ReadonlyMap<string, number>>
  /**
   * @param selection what the template was made of, so that it can be chosen before the server has it
   * @throws Refused 409 when the name is taken, 422; and as `call` does.
   */
  create(template: NewTemplate, selection: SelectedFilters): Promise<MadeTemplate>
  /** Renames one that waits to be created. @throws Error when it is on its way already. */
  renameWaiting(changeId: string, name: string): Promise<void>
  /** @throws Refused 404, 409; and as `call` does. */
  rename(templateId: number, name: string): Promise<TemplateListItem | null>
  /** @throws Refused 404; and as `call` does. */
  remove(templateId: number): Promise<{ template_id: number } | null>
  /** Deletes one that waits to be created, here or, when it was sent meanwhile, there. @throws Error while it is being sent. */
  removeWaiting(changeId: string): Promise<Removed>
  /** Sends a refused change again. @throws Error when it is on its way already. */
  retry(changeId: string): Promise<void>
  /** Takes a change back. @returns whether nothing of it was done for certain. @throws Error when it is on its way already. */
  discard(changeId: string): Promise<boolean>
}
