import type { ReactNode } from 'react'
import { describeFinding, givesDifference, tellEnd, type ImpactFinding } from '#contract/results/finding'
import { type Arm, type Impact, type ImpactLook, type ImpactOutcome } from '#contract/results/reports'
import { formatCount, figure } from '../../../lib/counts'
import { formatMonth } from '../../../lib/moments'
import { Disclosure } from '../../../ui/disclosure/Disclosure'
import { Notice } from '../../../ui/notice/Notice'
import { Section } from '../../../ui/page/Page'
import { ArmsByMonth } from './ArmsByMonth'
import styles from './ImpactOfHoldOut.module.css'
import { bothRates, intervalInWords, oneDecimal } from './wording'

/** The campaign's effect, measured by its hold-out: both rates, their difference, and its value. */
export function ImpactOfHoldOut({ impact }: { impact: Impact }) {
  const { planned, lost, early_look: early, outcome } = impact
  const finding = describeFinding(impact)
  return (
    <Section title="What the campaign caused">
      {impact.has_sample_ratio_mismatch ? (
        <Notice kind="warning" title="Do not trust these figures">
          <p>
            {`Of ${formatCount(planned.contacted, 'household')} to be contacted ${figure(lost.contacted)} were lost, of ` +
              `${figure(planned.held_out)} held out ${figure(lost.held_out)}: they left the data, were erased or could ` +
              'not be sent to. Chance does not explain the difference. Ask for help before you use these figures.'}
          </p>
        </Notice>
      ) : null}
      {outcome ? <Outcome outcome={outcome} finding={finding} /> : <p className={styles.awaiting}>{finding.words}</p>}
      {early ? <Look look={early} title={`An early look after ${early.months} months`} /> : null}
      <ArmsByMonth impact={impact} />
      <Disclosure title="How the impact is worked out" look="quiet">
        <p className={styles.method}>{impact.method}</p>
        <p className={styles.method}>
          {`${impact.hold_out_percentage}% of the list were held out: ${formatCount(planned.held_out, 'household')} of ` +
            `${figure(planned.contacted + planned.held_out)}. Since then ${figure(lost.contacted)} of those to be ` +
            `contacted and ${figure(lost.held_out)} of those held out left the data, were erased or could not be sent to.`}
        </p>
      </Disclosure>
    </Section>
  )
}

function Outcome({ outcome, finding }: { outcome: ImpactOutcome; finding: ImpactFinding }) {
  const { difference, is_distinguishable: isDistinguishable } = outcome
  const end = (value: number) => tellEnd(value, 1, isDistinguishable).replace('-', '−')
  return (
    <Look look={outcome} title={`After ${outcome.months} months`} verdict={`${bothRates(outcome)} ${finding.words}`}>
      {givesDifference(finding) ? (
        <p>{`Difference: ${end(difference.value)} percentage points (95% interval: ${end(difference.low)} to ${end(difference.high)}).`}</p>
      ) : null}
    </Look>
  )
}

interface LookProps {
  look: ImpactLook
  title: string
  verdict?: string
  children?: ReactNode
}

function Look({ look, title, verdict, children }: LookProps) {
  const { contacted, held_out: heldOut } = look
  const most = Math.max(contacted.rate.high, heldOut.rate.high, 1)
  return (
    <div className={styles.outcome}>
      <h3>{`${title}, by the snapshot of ${formatMonth(look.snapshot)}`}</h3>
      {verdict === undefined ? null : <p className={styles.verdict}>{verdict}</p>}
      <dl className={styles.arms}>
        <ArmRow name="Contacted" arm={contacted} most={most} />
        <ArmRow name="Held out" arm={heldOut} most={most} />
      </dl>
      {children}
      {verdict === undefined && look.held_out_written_to > 0 ? (
        <p>{`Of those held out ${formatCount(look.held_out_written_to, 'household')} had been written to by then.`}</p>
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
