import { Download } from 'lucide-react'
import { exportSubjectAccess } from '#contract/data-protection/householdRights'
import { call } from '../../../api/call'
import { explainError } from '../../../api/errors'
import { withRetries } from '../../../api/retry'
import { openInTab } from '../../../lib/openInTab'
import { useReasonOffline } from '../../../state/connectivity'
import { useOwnAccess } from '../../../state/ownAccess'
import { Button } from '../../../ui/button/Button'
import { usePurpose } from '../../../ui/dialog/usePurpose'
import { useExport } from '../../../ui/notify/useExport'
import styles from './HouseholdRights.module.css'

const FORMATS = [
  ['pdf', 'Export as PDF'],
  ['json', 'Export as JSON'],
] as const

/** Exports all data held, for the person who asks. */
export function SubjectAccess({ reference }: { reference: string }) {
  const whyNot = useReasonOffline('Exporting needs')
  const { isPending, run } = useExport(explainError)
  const { may_export: mayExport, purposes } = useOwnAccess()
  const { ask, question } = usePurpose(purposes)
  if (!mayExport) return null
  const make = (format: 'pdf' | 'json', purpose: string | undefined) =>
    openInTab(
      async () =>
        (
          await withRetries(() =>
            call(exportSubjectAccess, { body: { household_reference: reference, format, purpose } }),
          )
        ).url,
    )
  return (
    <div className={styles.actions}>
      {FORMATS.map(([format, label]) => (
        <Button
          key={format}
          icon={<Download aria-hidden />}
          isPending={isPending}
          isDisabled={whyNot !== null}
          onPress={() => ask((purpose) => run(() => make(format, purpose)))}
        >
          {label}
        </Button>
      ))}
      {question}
    </div>
  )
}
