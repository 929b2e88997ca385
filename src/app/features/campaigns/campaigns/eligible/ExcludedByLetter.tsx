import { formatCount } from '../../../../lib/counts'
import { Checkbox } from '../../../../ui/checkbox/Checkbox'
import { hasLetterSwitch, isWithoutMobile } from '../drafts/draft'
import type { Draft } from '#offline/drafts'

interface ExcludedByLetterProps {
  draft: Draft
  /** At a high risk of digital exclusion; null: not known, or hidden from the role. */
  households: number | null
  onChange: (change: Pick<Draft, 'isExcludedByLetter'>) => void
}

/** Sends letters to digitally excluded households; can always be switched off. */
export function ExcludedByLetter({ draft, households, onChange }: ExcludedByLetterProps) {
  const isOn = draft.isExcludedByLetter === true
  const isOffered = isOn || (households !== null && (households > 0 || isWithoutMobile(draft)))
  if (!hasLetterSwitch(draft) || !isOffered) return null
  return (
    <Checkbox
      isSelected={isOn}
      onChange={(isExcludedByLetter) => onChange({ isExcludedByLetter })}
      {...(isOn || isWithoutMobile(draft) || !households ? {} : { detail: formatCount(households, 'household') })}
    >
      A letter, not a text, to households at a high risk of digital exclusion
    </Checkbox>
  )
}
