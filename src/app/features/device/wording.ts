import { unescapeAngleBrackets } from '#contract/sanitise'
import type { Command, QueuedItem } from '../../state/queue/queue'

/** What a queued command does, in words. */
export function nameOf(command: Command): string {
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

/** The state of a queued item, in words. */
export function stateOf({ state, detail, faults }: QueuedItem): string {
  if (state === 'sending') return 'Being sent…'
  if (state === 'refused') return `Not sent: ${detail ?? 'the server refused it.'}`
  if (detail === null) return 'Waiting to be sent'
  return faults > 1
    ? `Waiting to be sent again; the others go on meanwhile: ${detail}`
    : `Waiting to be sent again, with all after it: ${detail}`
}
