import { type Arm, type Impact, type ImpactOutcome } from '#contract/results/reports'
import { formatCount, figure } from '../../../lib/counts'
import { formatMonth, longDate } from '../../../lib/moments'
import { Disclosure } from '../../../ui/disclosure/Disclosure'
import { Notice } from '../../../ui/notice/Notice'
import { Section } from '../../../ui/page/Page'
import { ArmsByMonth } from './ArmsByMonth'
import styles from './ImpactOfHoldOut.module.css'
import { AWAITING_DATA, intervalInWords, oneDecimal, describeVerdict } from './wording'

/** The campaign's effect, measured by its hold-out: both rates, their difference, and its value. */
export function ImpactOfHoldOut({ impact }: { impact: Impact }) {
  const { planned, compared, outcomes, told_from: toldFrom } = impact
  return (
    <Section title="What the campaign caused">
      {impact.has_sample_ratio_mismatch ? (
        <Notice kind="warning" title="Do not trust these figures">
          <p>
            {`${figure(planned.contacted)} households were to be contacted and ${figure(planned.held_out)} held out; ` +
              `${figure(compared.contacted)} and ${figure(compared.held_out)} are compared. Chance does not explain ` +
              'that: something else decided who is in which group. Ask for help before you use them.'}
          </p>
        </Notice>
      ) : null}
      {outcomes.length === 0 ? (
        <p className={styles.awaiting}>
          <strong>{AWAITING_DATA}.</strong>{' '}
          {toldFrom === null
            ? 'The figures come once the campaign has been sent.'
            : `A snapshot of ${longDate(toldFrom)} or later can tell: earlier a claim has not been decided.`}
        </p>
      ) : (
        outcomes.map((outcome) => <After key={outcome.months} outcome={outcome} />)
      )}
      <ArmsByMonth impact={impact} />
      <Disclosure title="How the impact is worked out" look="quiet">
        <p className={styles.method}>{impact.method}</p>
        <p className={styles.method}>
          {`${impact.hold_out_percentage}% of the list were held out: ${formatCount(planned.held_out, 'household')} of ` +
            `${figure(planned.contacted + planned.held_out)}. ${formatCount(compared.contacted + compared.held_out, 'household')} ` +
            'are compared; the others could not be contacted, or were taken off before the run, in whichever group they were.'}
        </p>
      </Disclosure>
    </Section>
  )
}

function After({ outcome }: { outcome: ImpactOutcome }) {
  const { contacted, held_out: heldOut, difference } = outcome
  const most = Math.max(contacted.rate.high, heldOut.rate.high, 1)
  return (
    <div className={styles.outcome}>
      <h3>{`After ${outcome.months} months, by the snapshot of ${formatMonth(outcome.snapshot)}`}</h3>
      <p className={styles.verdict}>{describeVerdict(outcome)}</p>
      <dl className={styles.arms}>
        <ArmRow name="Contacted" arm={contacted} most={most} />
        <ArmRow name="Held out" arm={heldOut} most={most} />
      </dl>
      <p>{`Difference: ${oneDecimal(difference.value)} percentage points (95% interval: ${intervalInWords(difference)}).`}</p>
      {outcome.is_after_release ? (
        <p>
          The hold-out had been released by then: this compares early with late contact, and may show less than the
          campaign did.
        </p>
      ) : null}
    </div>
  )
}

function ArmRow({ name, arm, most }: { name: string; arm: Arm; most: number }) {
  const { rate } = arm
  const percent = (points: number) => `${(points / most) * 100}%`
  return (
    <div className={styles.arm}>
      <dt>{name}</dt>
      <dd>
        <strong>{`${oneDecimal(rate.value)}%`}</strong>
        {` claim: ${figure(arm.claiming)} of ${formatCount(arm.households, 'household')} (95% interval: ${intervalInWords(rate)}%)`}
      </dd>
      <dd className={styles.track} aria-hidden="true">
        <span className={styles.bar} style={{ width: percent(rate.value) }} />
        <span className={styles.interval} style={{ left: percent(rate.low), width: percent(rate.high - rate.low) }} />
      </dd>
    </div>
  )
}
