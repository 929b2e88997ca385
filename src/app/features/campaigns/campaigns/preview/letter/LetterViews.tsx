import { useMutation, useQuery } from '@tanstack/react-query'
import { FileDown } from 'lucide-react'
import { useState } from 'react'
import type { BenefitName } from '#contract/households/benefits'
import { LANGUAGE_WORDS } from '#contract/households/languages'
import { describeReadingAge } from '#contract/campaigns/plainEnglish'
import { makeTestLetter } from '#contract/campaigns/testMessages'
import { call } from '../../../../../api/call'
import { explainFailure } from '../../../../../api/errors'
import { openInTab } from '../../../../../lib/openInTab'
import { useIsOffline } from '../../../../../state/connectivity'
import { Button } from '../../../../../ui/button/Button'
import { Notice } from '../../../../../ui/notice/Notice'
import { ToggleGroup } from '../../../../../ui/toggle-group/ToggleGroup'
import { typeTitle } from '../../wording'
import { messageSettingsQuery } from '../../../../../state/settings'
import { UnsetSettings } from '../UnsetSettings'
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
  benefit: BenefitName
  round: number
  onExpired: () => void
}

/** For an invented household, with its usual, longest and shortest address, and warnings. */
export function LetterViews({ template, benefit, round, onExpired }: LetterViewsProps) {
  const [view, setView] = useState<View>('usual')
  const { data: settings } = useQuery(messageSettingsQuery)
  const { letter_template_signed_url: usual, longest_url: longest, shortest_url: shortest, warnings } = template
  const isSwitchable = longest !== null && shortest !== null
  const address = { usual, longest: longest ?? usual, shortest: shortest ?? usual }[view]
  return (
    <div className={styles.views}>
      <p>
        {[typeTitle(benefit), 'Letter', template.language === null ? [] : LANGUAGE_WORDS[template.language]]
          .flat()
          .join(' · ')}
      </p>
      <UnsetSettings used={template.placeholders} settings={settings} />
      {warnings.map((warning) => (
        <Notice key={warning} kind="warning">
          {warning}
        </Notice>
      ))}
      {template.reading_age === null ? null : <p className={styles.note}>{describeReadingAge(template.reading_age)}</p>}
      {isSwitchable ? (
        <>
          <ToggleGroup label="Address of the preview" options={VIEWS} value={view} onChange={setView} />
          <p className={styles.note}>
            The household is invented. The dashed line is the envelope’s window; it is not printed.
          </p>
        </>
      ) : null}
      <TestLetter templateId={template.id} />
      <LetterPreview key={view} address={address} round={round} onExpired={onExpired} />
    </div>
  )
}

function TestLetter({ templateId }: { templateId: string }) {
  const isOffline = useIsOffline()
  const make = useMutation({
    mutationFn: () =>
      openInTab(async () => (await call(makeTestLetter, { body: { template_s3_key: templateId } })).url),
  })
  const failure = explainFailure(make.error)
  return (
    <div>
      <Button
        icon={<FileDown aria-hidden />}
        isPending={make.isPending}
        isDisabled={isOffline}
        onPress={() => make.mutate()}
      >
        Make me a test letter (PDF)
      </Button>
      {failure === null ? null : <Notice kind="error">{failure}</Notice>}
    </div>
  )
}
