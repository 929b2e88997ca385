import { CircleCheck } from 'lucide-react'
import { Button } from '../button/Button'
import { Spinner } from '../spinner/Spinner'
import { LetterFaults, type LetterFaultsProps } from '../letter-faults/LetterFaults'
import { FileField, type FileFieldProps } from './FileField'
import styles from './FileUpload.module.css'

type FileUploadState =
  | { readonly state: 'idle' }
  /** `share` of the bytes sent, 0 to 1. */
  | { readonly state: 'uploading'; readonly share: number }
  | { readonly state: 'done'; readonly fileName: string }
  | { readonly state: 'error'; readonly message: string; readonly letter?: LetterFaultsProps | undefined }

export interface FileUploadProps extends Pick<FileFieldProps, 'label' | 'description' | 'accept' | 'onPick'> {
  upload: FileUploadState
  whyNot: string | null
  onCancel: () => void
}

/** A file picker, with the progress of its upload. */
export function FileUpload({ upload, whyNot, onCancel, ...field }: FileUploadProps) {
  const isUploading = upload.state === 'uploading'
  return (
    <div className={styles.upload}>
      <FileField
        {...field}
        isDisabled={isUploading || whyNot !== null}
        error={upload.state === 'error' ? upload.message : null}
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
      {upload.state === 'error' && upload.letter ? <LetterFaults {...upload.letter} /> : null}
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
