import { useQuery } from '@tanstack/react-query'
import {
  HOLD_OUT_PERCENTAGES,
  USUAL_HOLD_OUT,
  type HoldOutChoice,
  type HoldOutPercentage,
} from '#contract/campaigns/holdOuts'
import { formatCount, figure } from '../../../../lib/counts'
import { RadioGroup } from '../../../../ui/radio-group/RadioGroup'
import { holdOutChoicesQuery } from '../queries'
import styles from './HoldOutFields.module.css'

/** The preselected hold-out. */
export const usualHoldOut = (households: number): HoldOutPercentage =>
  households >= USUAL_HOLD_OUT.fromHouseholds ? USUAL_HOLD_OUT.percentage : 0

interface HoldOutProps {
  households: number
  value: HoldOutPercentage
  onChange: (value: HoldOutPercentage) => void
}

/** The choice of households held out, so that the report can measure the campaign's effect. */
export function HoldOutFields({ households, value, onChange }: HoldOutProps) {
  const { data } = useQuery(holdOutChoicesQuery('pension_credit', households))
  const choice = data?.choices.find(({ percentage }) => percentage === value)
  return (
    <div className={styles.holdOut}>
      <RadioGroup
        label="Hold out at random, to measure what the campaign causes"
        options={HOLD_OUT_PERCENTAGES.map((percentage) => ({ id: String(percentage), label: labelOf(percentage) }))}
        value={String(value)}
        onChange={(id) => onChange(HOLD_OUT_PERCENTAGES.find((percentage) => String(percentage) === id) ?? value)}
      />
      <div role="status" className={styles.words}>
        {value === 0 ? (
          <p>Without a hold-out the report shows who claims after contact, and cannot say what caused it.</p>
        ) : choice ? (
          <>
            <p>
              {`${formatCount(choice.contacted, 'household')} will get the message, ${figure(choice.held_out)} will not. ` +
                'No campaign for Pension Credit writes to them until three months after the run, or until they are released.'}
            </p>
            <p>{effectInWords(choice, data?.months_needed ?? null)}</p>
          </>
        ) : null}
      </div>
    </div>
  )
}

const labelOf = (percentage: HoldOutPercentage) => (percentage === 0 ? 'Nobody' : `${percentage}%`)

const POINTS = new Intl.NumberFormat('en-GB', { minimumFractionDigits: 1, maximumFractionDigits: 1 })

function effectInWords(choice: HoldOutChoice, monthsNeeded: number | null): string {
  const { smallest_effect: effect, is_too_small_to_measure: isTooSmall } = choice
  if (effect === null) {
    if (isTooSmall) return 'The list is too small to measure.'
    const why = monthsNeeded === null ? '' : ` yet: ${monthsNeeded} months of data are needed`
    return `The smallest effect that could be seen is not known${why}.`
  }
  const seen = `The smallest effect that could be seen is ${POINTS.format(effect)} percentage points more claims`
  return isTooSmall
    ? `${seen}: too small to measure.`
    : `${seen}, in four of five campaigns. What is seen of a smaller one looks larger than it is.`
}
