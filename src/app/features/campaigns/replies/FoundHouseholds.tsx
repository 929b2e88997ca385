import type { KeyboardEvent, Ref } from 'react'
import { CHANNEL_WORDS } from '#contract/campaigns/campaignWords'
import type { MessageSent, Replying } from '#contract/campaigns/replies'
import { formatDay } from '../../../lib/moments'
import styles from './Replies.module.css'

/** A message in words. */
export const inWords = ({ campaign, channel, sent_at: at }: MessageSent): string =>
  `${CHANNEL_WORDS[channel]}, ${formatDay(at)}, ${campaign}`

/** A household's name, or its reference if none is known. */
export const readName = ({ name, household_reference: reference }: Pick<Replying, 'name' | 'household_reference'>) =>
  name === '' ? `Household ${reference}` : name

interface FoundHouseholdsProps {
  households: readonly Replying[]
  onOpen: (household: Replying) => void
  /** Up from the first one. */
  onLeave: () => void
  ref: Ref<HTMLUListElement>
}

/** Arrow keys move between them. */
export function FoundHouseholds({ households, onOpen, onLeave, ref }: FoundHouseholdsProps) {
  const move = (event: KeyboardEvent<HTMLUListElement>) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step === 0) return
    event.preventDefault()
    const buttons = [...event.currentTarget.querySelectorAll('button')]
    const at = buttons.findIndex((button) => button === document.activeElement)
    if (at + step < 0) onLeave()
    else buttons[at + step]?.focus()
  }
  return (
    <ul ref={ref} className={styles.results} aria-label="Households found" onKeyDown={move}>
      {households.map((household) => (
        <li key={household.household_reference}>
          <button type="button" className={styles.result} onClick={() => onOpen(household)}>
            <strong>{readName(household)}</strong>
            <span>{household.address}</span>
            <span className={styles.detail}>
              {[
                household.household_reference,
                ...(household.messages === null
                  ? []
                  : household.messages.length === 0
                    ? ['No message yet']
                    : household.messages.slice(0, 1).map(inWords)),
                ...(household.help && household.help.helped_at === null ? ['Wants help'] : []),
              ].join(' · ')}
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}
