import { CircleCheck } from 'lucide-react'
import { useReasonOffline } from '../../../../state/connectivity'
import { Button } from '../../../../ui/button/Button'
import { FileField } from '../../../../ui/file-field/FileField'
import { Spinner } from '../../../../ui/spinner/Spinner'
import styles from './LetterChoice.module.css'
import type { UploadState } from './useTemplateUpload'

interface UploadTemplateProps {
  upload: UploadState
  onPick: (file: File | null) => void
  onCancel: () => void
}

/** The .docx picker, and the progress of an upload. */
export function UploadTemplate({ upload, onPick, onCancel }: UploadTemplateProps) {
  const whyNot = useReasonOffline('Uploading needs')
  const isUploading = upload.state === 'uploading'
  return (
    <div className={styles.upload}>
      <FileField
        label="Word document"
        description="A .docx of at most 10 MB. What stands in double brackets, as in ((first_name)), is filled in for each household."
        accept=".docx"
        isDisabled={isUploading || whyNot !== null}
        error={upload.state === 'error' ? upload.message : null}
        onPick={onPick}
      />
      {whyNot === null ? null : <p className={styles.note}>{whyNot}</p>}
      {isUploading ? (
        <div className={styles.progress}>
          <Spinner size="small" label="Uploading..." />
          <progress aria-label="Upload" max={100} value={Math.round(upload.share * 100)} />
          <Button variant="quiet" onPress={onCancel}>
            Cancel Upload
          </Button>
        </div>
      ) : null}
      <p role="status" className={styles.done}>
        {upload.state === 'done' ? (
          <>
            <CircleCheck aria-hidden />
            <span>{`Upload complete: ${upload.fileName}`}</span>
          </>
        ) : null}
      </p>
    </div>
  )
}
