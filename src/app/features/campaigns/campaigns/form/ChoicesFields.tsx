import type { Ref } from 'react'
import type { Draft } from '#offline/drafts'
import { LawfulBasisSelect } from '../LawfulBasisSelect'
import { readBenefit, readHoldOutMonths } from '../drafts/draft'
import type { Choices } from '../drafts/useChoices'
import { HoldOutFields } from './HoldOutFields'

const BASIS_ADVICE = 'The power under which the council writes. Ask your data protection officer if you are not sure.'
const BASIS_FROM = {
  settings: ' Your organisation’s usual one is chosen.',
  'last campaign': ' The one from your last campaign of this type is chosen.',
} as const

interface ChoicesFieldsProps {
  draft: Draft
  choices: Choices
  /** Eligible; null while unknown. */
  households: number | null
  isChecked: boolean
  basisRef: Ref<HTMLDivElement>
  onChange: (change: Pick<Draft, 'holdOut' | 'holdOutMonths' | 'lawfulBasis'>) => void
}

/** Hold-out and lawful basis, the usual choice first. */
export function ChoicesFields({ draft, choices, households, isChecked, basisRef, onChange }: ChoicesFieldsProps) {
  if (readBenefit(draft) === null) return null
  const { isMeasured, holdOut, lastHoldOut, basis, basisFrom, isBasisMissing } = choices
  return (
    <>
      {isMeasured && households !== null && households > 0 && holdOut !== null ? (
        <HoldOutFields
          households={households}
          last={lastHoldOut}
          value={holdOut}
          months={readHoldOutMonths(draft)}
          onChange={onChange}
        />
      ) : null}
      <div ref={basisRef}>
        <LawfulBasisSelect
          value={basis}
          advice={`${BASIS_ADVICE}${basisFrom === null ? '' : BASIS_FROM[basisFrom]}`}
          onChange={(lawfulBasis) => onChange({ lawfulBasis })}
          error={isChecked && isBasisMissing ? 'Choose a lawful basis: your organisation requires one.' : null}
        />
      </div>
    </>
  )
}
