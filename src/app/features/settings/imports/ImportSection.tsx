import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { discardMonth, publishMonth, type Import, type Months } from '#contract/households/imports'
import { call } from '../../../api/call'
import { explainFailure, explainError } from '../../../api/errors'
import { formatMonth, formatMoment } from '../../../lib/moments'
import { Button } from '../../../ui/button/Button'
import { ConfirmDialog } from '../../../ui/dialog/ConfirmDialog'
import { Notice } from '../../../ui/notice/Notice'
import { Section } from '../../../ui/page/Page'
import { FaultReport } from './FaultReport'
import { ImportForm, ProgressLine } from './ImportForm'
import styles from './Months.module.css'
import { Preview } from './Preview'
import { isImportMoving, monthsQuery } from './useImport'

interface ImportSectionProps {
  months: Months
  whyNot: string | null
}

const IN_DEMO =
  'This organisation belongs to the demo, which holds nothing real. Months are handed over in an organisation of your own.'

/** From the files to publishing. */
export function ImportSection({ months, whyNot }: ImportSectionProps) {
  const { handover, is_demo: isDemo } = months
  // An upload of this tab continues in its form.
  const [uploading, setUploading] = useState<string | null>(null)
  const isOpen =
    handover !== null && handover.id !== uploading && !['published', 'discarded', 'failed'].includes(handover.state)
  return (
    <Section
      title={isOpen ? `Handing over ${formatMonth(handover.month)}` : 'Hand over a month'}
      detail={
        isOpen
          ? `Begun ${formatMoment(handover.begun_at)}${handover.begun_by === null ? '' : ` by ${handover.begun_by}`}.`
          : 'Files are checked first, and you see what they would change. Nothing changes before you publish.'
      }
    >
      <div className={styles.body}>
        {isOpen ? (
          <Open handover={handover} isFirst={months.months.length === 0} whyNot={whyNot} />
        ) : (
          <>
            <Closed handover={handover} />
            {isDemo ? <Notice kind="info">{IN_DEMO}</Notice> : null}
            <ImportForm months={months} whyNot={isDemo ? IN_DEMO : whyNot} onUploading={setUploading} />
          </>
        )}
      </div>
    </Section>
  )
}

function Closed({ handover }: { handover: Import | null }) {
  if (handover?.state === 'published')
    return (
      <Notice kind="success">
        {formatMonth(handover.month)} is published: people see it the next time the map loads.
      </Notice>
    )
  if (handover?.state === 'failed') return <Notice kind="error">{handover.failure}</Notice>
  return handover?.failure ? <Notice kind="warning">{handover.failure}</Notice> : null
}

interface OpenProps {
  handover: Import
  isFirst: boolean
  whyNot: string | null
}

function Open({ handover, isFirst, whyNot }: OpenProps) {
  const queryClient = useQueryClient()
  const [asks, setAsks] = useState<'publish' | 'discard' | null>(null)
  const onSuccess = (changed: Months) => {
    queryClient.setQueryData(monthsQuery.queryKey, changed)
    setAsks(null)
  }
  const discard = useMutation({ mutationFn: () => call(discardMonth, { body: { id: handover.id } }), onSuccess })
  const { state, preview, faults, warnings } = handover
  const month = formatMonth(handover.month)
  return (
    <>
      {state === 'uploading' ? (
        <Notice kind="warning">Its files have not all arrived. Discard it to upload them again.</Notice>
      ) : null}
      {isImportMoving(state) ? (
        <ProgressLine
          label={state === 'checking' ? 'Checking the files' : 'Publishing'}
          doing={handover.doing}
          fraction={handover.fraction}
        />
      ) : null}
      {handover.failure === null ? null : <Notice kind="error">{handover.failure}</Notice>}
      {state === 'faulty' ? (
        <>
          <Notice kind="error" title="The files have faults. Nothing was changed.">
            <p>Correct them and hand the month over again.{isFirst ? '' : ' The month before goes on serving.'}</p>
          </Notice>
          <FaultReport groups={faults} />
        </>
      ) : null}
      {preview ? <Preview preview={preview} month={month} /> : null}
      {warnings.length > 0 ? <FaultReport groups={warnings} /> : null}
      {discard.error === null || asks !== null ? null : <Notice kind="error">{explainError(discard.error)}</Notice>}
      <div className={styles.actions}>
        {state === 'ready' ? (
          <Button variant="primary" isDisabled={whyNot !== null} onPress={() => setAsks('publish')}>
            Publish {month}
          </Button>
        ) : null}
        {state === 'publishing' ? null : state === 'faulty' ? (
          <Button
            variant="primary"
            isDisabled={whyNot !== null}
            isPending={discard.isPending}
            onPress={() => discard.mutate()}
          >
            Start again
          </Button>
        ) : (
          <Button variant="quiet" isDisabled={whyNot !== null} onPress={() => setAsks('discard')}>
            Discard
          </Button>
        )}
      </div>
      {asks === 'publish' ? (
        <PublishDialog
          handover={handover}
          isFirst={isFirst}
          whyNot={whyNot}
          onNo={() => setAsks(null)}
          onSuccess={onSuccess}
        />
      ) : null}
      {asks === 'discard' ? (
        <ConfirmDialog
          title={`Discard ${month}?`}
          no="Cancel"
          yes="Discard"
          variant="danger"
          onNo={() => setAsks(null)}
          onYes={discard.mutate}
          isPending={discard.isPending}
          failure={explainFailure(discard.error)}
          whyNot={whyNot}
        >
          <p>Its files are deleted. What people see stays as it is.</p>
        </ConfirmDialog>
      ) : null}
    </>
  )
}

function PublishDialog({
  handover: { id, month, preview },
  isFirst,
  whyNot,
  onNo,
  onSuccess,
}: OpenProps & {
  onNo: () => void
  onSuccess: (changed: Months) => void
}) {
  const losses = preview?.losses ?? []
  const publish = useMutation({
    mutationFn: () => call(publishMonth, { body: { id, accepts_losses: losses.length > 0 } }),
    onSuccess,
  })
  return (
    <ConfirmDialog
      title={`Publish ${formatMonth(month)}?`}
      no="Cancel"
      yes={losses.length === 0 ? 'Publish' : 'Publish all the same'}
      onNo={onNo}
      onYes={publish.mutate}
      isPending={publish.isPending}
      failure={explainFailure(publish.error)}
      whyNot={whyNot}
    >
      <p>
        Everybody in your organisation sees it from then on.
        {isFirst || preview?.contact_count === null ? '' : ' The contacts that are there are replaced.'}
      </p>
      {losses.length === 0 ? null : (
        <Notice kind="warning" title="Much would be lost">
          {losses.map((loss) => (
            <p key={loss}>{loss}</p>
          ))}
        </Notice>
      )}
    </ConfirmDialog>
  )
}
