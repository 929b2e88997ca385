import { findSubject, type Command, type QueuedItem } from '#offline/queuedWork'
import { unescapeAngleBrackets } from '#contract/sanitise'

/** What a queued command does, in words. */
export function describeCommand(command: Command): string {
  switch (command.kind) {
    case 'create-template':
      return `Create template “${typed(command.body.template_name)}”`
    case 'rename-template':
      return `Rename template${former(command.formerName)} to “${typed(command.body.template_name)}”`
    case 'share-template':
      return command.body.is_shared
        ? `Share template${former(command.formerName)}`
        : `Stop sharing template${former(command.formerName)}`
    case 'delete-template':
      return `Delete template${former(command.formerName)}`
    case 'visit-outcome':
      return 'Outcome of a visit'
  }
}

const typed = unescapeAngleBrackets
const former = (name: string) => (name === '' ? '' : ` “${typed(name)}”`)

/** A queued item's state in words, and whether others pass it. */
export function describeItemState(item: QueuedItem, items: readonly QueuedItem[]): string {
  const { state, detail } = item
  if (state === 'sending') return 'Being sent…'
  if (state === 'refused') return `Not sent; the others go on: ${detail ?? 'the server refused it.'}`
  if (
    items.some((other) => other.position < item.position && isPassed(other) && findSubject(other) === findSubject(item))
  )
    return 'Waits for the change of the same template above'
  if (detail === null) return 'Waiting to be sent'
  return isPassed(item)
    ? `Waiting to be sent again; the others go on meanwhile: ${detail}`
    : `Waiting to be sent again, with all after it: ${detail}`
}

/** All but those of the same template pass it. */
const isPassed = ({ state, faults }: QueuedItem): boolean => state === 'refused' || faults > 1
