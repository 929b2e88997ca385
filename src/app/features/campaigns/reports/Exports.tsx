import { Download } from 'lucide-react'
import { useId } from 'react'
import { explainError } from '../../../api/errors'
import { withRetries } from '../../../api/retry'
import { openInTab } from '../../../lib/openInTab'
import { useReasonOffline } from '../../../state/connectivity'
import { Button } from '../../../ui/button/Button'
import { useExport } from '../../../ui/notify/useExport'
import styles from './Report.module.css'

interface Export {
  readonly name: string
  readonly make: () => Promise<{ url: string }>
}

/** Files to download, each made when it is asked for. */
export function Exports({ files }: { files: readonly Export[] }) {
  const whyNot = useReasonOffline('Exports need')
  const reasonId = useId()
  return (
    <div className={styles.export}>
      {whyNot === null ? null : (
        <p id={reasonId} className={styles.reason}>
          {whyNot}
        </p>
      )}
      {files.map((file) => (
        <ExportButton key={file.name} {...file} reasonId={whyNot === null ? undefined : reasonId} />
      ))}
    </div>
  )
}

function ExportButton({ name, make, reasonId }: Export & { reasonId: string | undefined }) {
  const { isPending, run } = useExport(explainError, 'campaigns')
  return (
    <Button
      icon={<Download aria-hidden />}
      isPending={isPending}
      isDisabled={reasonId !== undefined}
      onPress={() => run(() => openInTab(async () => (await withRetries(make)).url))}
      {...(reasonId === undefined ? {} : { 'aria-describedby': reasonId })}
    >
      {name}
    </Button>
  )
}
