import { useState } from 'react'
import { Notice } from '../../../../ui/notice/Notice'
import { ToggleGroup } from '../../../../ui/toggle-group/ToggleGroup'
import type { ListedTemplate } from './display'
import styles from './LetterChoice.module.css'
import { LetterPreview } from './LetterPreview'

const VIEWS = [
  { id: 'usual', label: 'Usual address' },
  { id: 'longest', label: 'Longest' },
  { id: 'shortest', label: 'Shortest' },
] as const
type View = (typeof VIEWS)[number]['id']

interface LetterViewsProps {
  template: ListedTemplate
  round: number
  onExpired: () => void
}

/** A letter to an invented household, with its usual, longest and shortest address, and what is doubtful about it. */
export function LetterViews({ template, round, onExpired }: LetterViewsProps) {
  const [view, setView] = useState<View>('usual')
  const { letter_template_signed_url: usual, longest_url: longest, shortest_url: shortest, warnings } = template
  const isSwitchable = longest !== null && shortest !== null
  const address = { usual, longest: longest ?? usual, shortest: shortest ?? usual }[view]
  return (
    <div className={styles.views}>
      {warnings.map((warning) => (
        <Notice key={warning} kind="warning">
          {warning}
        </Notice>
      ))}
      {isSwitchable ? (
        <>
          <ToggleGroup label="Address of the preview" options={VIEWS} value={view} onChange={setView} />
          <p className={styles.note}>
            The household is invented. The dashed line is the envelope’s window; it is not printed.
          </p>
        </>
      ) : null}
      <LetterPreview key={view} address={address} round={round} onExpired={onExpired} />
    </div>
  )
}
