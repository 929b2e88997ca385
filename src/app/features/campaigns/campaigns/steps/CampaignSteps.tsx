import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { classes } from '../../../../ui/classes'
import { VisuallyHidden } from '../../../../ui/visually-hidden/VisuallyHidden'
import styles from './CampaignSteps.module.css'

export interface ChosenValue {
  readonly name: string
  readonly value: ReactNode
}

export interface CampaignStep {
  readonly title: string
  readonly values?: readonly ChosenValue[]
  readonly action?: ReactNode
}

export const STEPS: readonly [CampaignStep, CampaignStep, CampaignStep] = [
  { title: 'Campaign details' },
  { title: 'Choose a template' },
  { title: 'Send for Review' },
]

interface CampaignStepsProps {
  steps: readonly CampaignStep[]
  /** From 0. */
  current: number
  aside?: ReactNode
  children: ReactNode
}

/** A step of creating a campaign, beside all steps and their chosen values. */
export function CampaignSteps({ steps, current, aside, children }: CampaignStepsProps) {
  return (
    <div className={styles.layout}>
      <aside className={styles.sidebar} aria-labelledby="campaign-manager">
        <h2 id="campaign-manager" className={styles.title}>
          Campaign Manager
        </h2>
        <ol className={styles.steps}>
          {steps.map((step, index) => (
            <Step
              key={step.title}
              step={step}
              index={index}
              state={index < current ? 'done' : index === current ? 'current' : 'ahead'}
            />
          ))}
        </ol>
        {aside}
      </aside>
      <div className={styles.main}>{children}</div>
    </div>
  )
}

function Step({ step, index, state }: { step: CampaignStep; index: number; state: 'done' | 'current' | 'ahead' }) {
  return (
    <li
      className={classes(styles.step, styles[state])}
      {...(state === 'current' ? { 'aria-current': 'step' as const } : {})}
    >
      <span className={styles.mark} aria-hidden="true">
        {state === 'done' ? <Check /> : index + 1}
      </span>
      <div className={styles.content}>
        <p className={styles.name}>
          {step.title}
          {state === 'done' ? <VisuallyHidden> (done)</VisuallyHidden> : null}
        </p>
        {step.values && step.values.length > 0 ? (
          <dl className={styles.values}>
            {step.values.map(({ name, value }) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        ) : null}
        {step.action}
      </div>
    </li>
  )
}
