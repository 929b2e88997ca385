import type { TemplateListItem } from '#contract/households/filterTemplates'
import { commandSchema, type Command, type QueuedItem } from '#offline/queuedWork'
import type { DeviceTable } from '#offline/table'
import { sendQueue } from './queue'
import { asSeen } from './versions'
import { deviceTables } from '../device/tables'

/** Whether it may have reached the server; then it must not change. */
export const mayHaveArrived = ({ state, detail, faults }: QueuedItem): boolean =>
  state === 'sending' || (state === 'refused' ? faults > 0 : detail !== null)

/** In one transaction. @throws Error if the item is being sent, or gone */
async function changeItem<Result>(
  id: string,
  change: (item: QueuedItem, queue: DeviceTable<QueuedItem>) => Promise<Result>,
): Promise<Result> {
  const { queue } = deviceTables()
  const result = await queue.atomically(async () => {
    const item = (await queue.list()).find((one) => one.id === id)
    if (!item) throw new Error('It has been sent already.')
    if (item.state === 'sending') throw new Error('It is being sent right now. Look again in a moment.')
    return change(item, queue)
  }, ['rounds'])
  void sendQueue()
  return result
}

/** Sends an item again in its old place. */
export async function retry(id: string): Promise<void> {
  const templates = await deviceTables().templates.list()
  return changeItem(id, (item, queue) => {
    const reset = { ...item, state: 'waiting', attempts: 0, faults: 0, notBefore: 0 } as const
    // Same idempotency key: must not change.
    if (mayHaveArrived(item)) return queue.put(reset)
    return queue.put({ ...reset, command: seeAgain(item.command, templates), detail: null })
  })
}

function seeAgain(command: Command, templates: readonly TemplateListItem[]): Command {
  if (!('seen' in command.body)) return command
  const { template_id: templateId } = command.body
  const found = templates.find((one) => one.template_id === templateId)
  if (!found) return command
  const seen = asSeen(found)
  return commandSchema.parse({ ...command, body: { ...command.body, seen } })
}

/** Renames a template in a waiting change. @throws Error if it may have been sent */
export const renameWaiting = (id: string, templateName: string): Promise<void> =>
  changeItem(id, (item, queue) => {
    if (!('template_name' in item.command.body) || mayHaveArrived(item)) {
      throw new Error('This template may have been sent already. Rename it when it is there.')
    }
    const body = { ...item.command.body, template_name: templateName }
    const command = commandSchema.parse({ ...item.command, body })
    return queue.put({ ...item, command, state: 'waiting', detail: null, attempts: 0, notBefore: 0 })
  })

export const MAY_BE_DONE = 'Discarded here. It may have been done already: the answer was lost on the way.'

/** Discards an item; its visit, if any, is open again. @returns whether it certainly had no effect on the server */
export const discard = (id: string): Promise<boolean> =>
  changeItem(id, async (item, queue) => {
    await queue.remove(id)
    const { rounds } = deviceTables()
    const mark = (await rounds.list()).find((record) => record.id !== 'round' && record.outcomeId === id)
    if (mark) await rounds.remove(mark.id)
    return !mayHaveArrived(item)
  })

/** An item as a file; null if it is gone. */
export async function exportItem(id: string): Promise<{ name: string; blob: Blob } | null> {
  const item = (await deviceTables().queue.list()).find((one) => one.id === id)
  if (!item) return null
  const { command, detail, queuedAt } = item
  const text = JSON.stringify({ queuedAt, kind: command.kind, ...command.body, detail }, null, 2)
  return {
    name: `doorstep-${command.kind}-${item.position}.json`,
    blob: new Blob([text], { type: 'application/json' }),
  }
}
