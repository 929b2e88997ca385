import type { SharedNumbers } from '#contract/campaigns/sharedNumbers'
import { formatCount } from '../../../../lib/counts'
import { Checkbox } from '../../../../ui/checkbox/Checkbox'
import { Notice } from '../../../../ui/notice/Notice'
import { isOneTextPerNumber, readChannel } from '../drafts/draft'
import { sharedNumbersWord, textsOnOneNumber } from '../wording'
import type { Draft } from '#offline/drafts'

interface OneTextPerNumberProps {
  draft: Draft
  /** Null: not known, or hidden from the role. */
  shared: SharedNumbers | null
  onChange: (change: Pick<Draft, 'isOneTextPerNumber'>) => void
}

/** Offers to text each shared number once; can always be switched off. */
export function OneTextPerNumber({ draft, shared, onChange }: OneTextPerNumberProps) {
  if (readChannel(draft)?.name !== 'sms') return null
  const isOn = isOneTextPerNumber(draft)
  const choice = (
    <Checkbox isSelected={isOn} onChange={(isChosen) => onChange({ isOneTextPerNumber: isChosen })}>
      One text for each number
    </Checkbox>
  )
  if (shared === null || shared.numbers === 0) return isOn ? choice : null
  return (
    <Notice kind={isOn ? 'info' : 'warning'} title={sharedNumbersWord(shared)}>
      <p>{isOn ? whoIsLeftOut(shared) : textsOnOneNumber(shared)}</p>
      {choice}
    </Notice>
  )
}

function whoIsLeftOut({ numbers, households }: SharedNumbers): string {
  const leftOut = households - numbers
  const text = `${numbers === 1 ? 'It' : 'Each number'} gets one text, made for the household whose reference comes first.`
  return `${text} ${formatCount(leftOut, 'household')} ${leftOut === 1 ? 'is' : 'are'} left out.`
}
