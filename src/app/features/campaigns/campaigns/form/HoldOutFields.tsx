import { useQuery } from '@tanstack/react-query'
import {
  HOLD_OUT_MONTHS,
  HOLD_OUT_PERCENTAGES,
  USUAL_HOLD_OUT,
  type HoldOutChoice,
  type HoldOutMonths,
  type HoldOutPercentage,
} from '#contract/campaigns/holdOuts'
import { listNamedValues, readNamedValues } from '../../../../state/neverDrawn'
import { catalogueQuery } from '../../../../state/filters/catalogue'
import { neverDrawnQuery } from '../../../../state/settings'
import { monthsOn, londonDay } from '#contract/days'
import type { Draft } from '#offline/drafts'
import { capitalised, formatCount, figure } from '../../../../lib/counts'
import { longDate } from '../../../../lib/moments'
import { classes } from '../../../../ui/classes'
import { RadioGroup } from '../../../../ui/radio-group/RadioGroup'
import { holdOutChoicesQuery } from '../queries'
import { holdOutWord, holdOutMonthsWord } from '../wording'
import styles from './HoldOutFields.module.css'

interface HoldOutProps {
  households: number
  last: HoldOutPercentage | null
  value: HoldOutPercentage
  months: HoldOutMonths
  onChange: (change: Pick<Draft, 'holdOut' | 'holdOutMonths'>) => void
}

/** Households held out, so that the report can measure the effect. */
export function HoldOutFields({ households, last, value, months, onChange }: HoldOutProps) {
  const { data } = useQuery(holdOutChoicesQuery('pension_credit', households, months))
  const choice = data?.choices.find(({ percentage }) => percentage === value)
  const exempt = useNeverDrawnWords()
  return (
    <div className={styles.holdOut}>
      <RadioGroup
        label="Hold out at random, to measure what the campaign causes"
        advice={adviceOn(last, value)}
        options={HOLD_OUT_PERCENTAGES.map((percentage) => ({ id: String(percentage), label: holdOutWord(percentage) }))}
        value={String(value)}
        onChange={(id) =>
          onChange({ holdOut: HOLD_OUT_PERCENTAGES.find((percentage) => String(percentage) === id) ?? value })
        }
      />
      {value === 0 ? null : (
        <RadioGroup
          label="When the result is taken"
          advice="After three months fewer have claimed, so that less can be seen."
          options={HOLD_OUT_MONTHS.map((one) => ({
            id: String(one),
            label: `${capitalised(holdOutMonthsWord(one))} after sending`,
          }))}
          value={String(months)}
          onChange={(id) => onChange({ holdOutMonths: HOLD_OUT_MONTHS.find((one) => String(one) === id) ?? months })}
        />
      )}
      <div role="status" className={classes(styles.words, value !== 0 && styles.reserved)}>
        {value === 0 ? (
          <p>Without a hold-out the report shows who claims after contact, and cannot say what caused it.</p>
        ) : choice ? (
          <>
            <p>
              {`${formatCount(choice.contacted, 'household')} will get the message, ${figure(choice.held_out)} will not. ` +
                `No campaign for Pension Credit writes to them until ${holdOutMonthsWord(months)} after the run: ` +
                `if it is sent today, until ${dayIn(months)}.`}
            </p>
            <p>{effectInWords(choice, data?.months_needed ?? null)}</p>
            {exempt === null ? null : <p>{exempt}</p>}
          </>
        ) : null}
      </div>
    </div>
  )
}

const dayIn = (months: HoldOutMonths) => longDate(monthsOn(londonDay(new Date()), months))

function useNeverDrawnWords(): string | null {
  const { data: settings } = useQuery(neverDrawnQuery)
  const { data: categories = [] } = useQuery(catalogueQuery)
  const ids = settings ? readNamedValues(settings) : []
  if (ids.length === 0) return null
  const known = listNamedValues(categories)
  const named = ids.map((id) => known.find((value) => value.id === id)?.label ?? 'a value that you are not shown')
  return (
    `Always contacted: ${named.join('; ')}. They get the message, are never held out and not compared, ` +
    'so that fewer are held out than it says here.'
  )
}

function adviceOn(last: HoldOutPercentage | null, value: HoldOutPercentage): string {
  const usual = `${USUAL_HOLD_OUT.percentage}% is a good choice for ${USUAL_HOLD_OUT.fromHouseholds} households or more.`
  if (last === null) return usual
  return last === value
    ? `${usual} ${holdOutWord(last)} is chosen, as in your last campaign of this type.`
    : `${usual} In your last campaign of this type it was ${holdOutWord(last)}.`
}

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
