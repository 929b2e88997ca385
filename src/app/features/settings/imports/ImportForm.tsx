import { useId, useState, type SubmitEvent } from 'react'
import { EMPTY_FILE, MONTH_FILE_LIMITS, type MonthFile, type Months } from '#contract/households/imports'
import { formatMonth } from '../../../lib/moments'
import { Button } from '../../../ui/button/Button'
import { FileField } from '../../../ui/file-field/FileField'
import { Notice } from '../../../ui/notice/Notice'
import { Select } from '../../../ui/select/Select'
import { TextField } from '../../../ui/text-field/TextField'
import styles from './Months.module.css'
import { useImport, type ChosenFiles, type WardsAuthority } from './useImport'
import { monthChoices } from './wording'

interface ImportFormProps {
  months: Months
  whyNot: string | null
  onUploading: (id: string | null) => void
}

/** The month and its files. */
export function ImportForm({ months, whyNot, onUploading }: ImportFormProps) {
  const formId = useId()
  const [latest] = months.months
  const choices = monthChoices()
  const [chosen, setChosen] = useState<string | null>(null)
  const month = chosen ?? nextMonth(latest?.month, choices)
  const [files, setFiles] = useState<Partial<ChosenFiles>>({})
  const [authority, setAuthority] = useState<WardsAuthority>({ code: '', name: '' })
  const [isChecked, setIsChecked] = useState(false)
  const { state, start, cancel } = useImport(onUploading)
  const isUploading = state.kind === 'uploading'
  const errors = isChecked ? listErrors(files, latest === undefined) : {}
  const asksAuthority = latest === undefined && files.wards !== undefined
  const missing = asksAuthority ? findMissing(authority) : null
  const replaces = months.months.some((each) => each.month === month)

  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    setIsChecked(true)
    const { households } = files
    if (Object.keys(listErrors(files, latest === undefined)).length > 0 || !households || missing !== null) return
    start(month, { ...files, households }, asksAuthority && authority.code.trim() !== '' ? authority : null)
  }
  const field = (file: MonthFile, label: string, description: string, accept: string) => (
    <FileField
      label={label}
      description={description}
      accept={accept}
      isDisabled={isUploading || whyNot !== null}
      error={errors[file] ?? null}
      onPick={(picked) => setFiles(({ [file]: _, ...others }) => (picked ? { ...others, [file]: picked } : others))}
    />
  )
  return (
    <form id={formId} className={styles.form} onSubmit={submit}>
      <Select
        label="Month"
        options={choices}
        value={month}
        onChange={setChosen}
        isDisabled={isUploading || whyNot !== null}
      />
      {replaces ? <p className={styles.hint}>{formatMonth(month)} is there already: publishing replaces it.</p> : null}
      {field('households', 'Households', 'CSV, CSV.gz or Parquet, one row a household.', '.csv,.gz,.parquet')}
      {field(
        'contacts',
        'Contacts (optional)',
        'CSV or CSV.gz with names, addresses and mobile numbers. Without a file, contacts stay as they are.',
        '.csv,.gz',
      )}
      {field(
        'wards',
        latest ? 'Wards (optional)' : 'Wards',
        latest
          ? `GeoJSON. Without a file, the wards of ${formatMonth(latest.month)} stay.`
          : 'GeoJSON with their boundaries.',
        '.geojson,.json',
      )}
      {asksAuthority ? (
        <fieldset className={styles.authority}>
          <legend>Local authority, where the file of wards does not name it</legend>
          <TextField
            label="Name"
            placeholder="Trafford"
            value={authority.name}
            onChange={(name) => setAuthority({ ...authority, name })}
            maxLength={200}
            isDisabled={isUploading || whyNot !== null}
            error={isChecked && missing === 'name' ? 'Give the name too.' : null}
          />
          <TextField
            label="Code"
            placeholder="E08000009"
            value={authority.code}
            onChange={(code) => setAuthority({ ...authority, code })}
            maxLength={20}
            isDisabled={isUploading || whyNot !== null}
            error={isChecked && missing === 'code' ? 'Give the code too.' : null}
          />
        </fieldset>
      ) : null}
      {state.kind === 'failed' ? <Notice kind="error">{state.message}</Notice> : null}
      {isUploading ? <ProgressLine label="Uploading" doing={state.file} fraction={state.fraction} /> : null}
      <div className={styles.actions}>
        <Button variant="primary" type="submit" isDisabled={whyNot !== null} isPending={isUploading}>
          Upload and check
        </Button>
        {isUploading ? (
          <Button variant="quiet" onPress={cancel}>
            Cancel upload
          </Button>
        ) : null}
      </div>
    </form>
  )
}

interface ProgressProps {
  label: string
  doing: string | null
  fraction: number
}

/** A progress bar that also announces the current step. */
export function ProgressLine({ label, doing, fraction }: ProgressProps) {
  return (
    <div className={styles.progress}>
      <p>
        {label}: <span role="status">{doing ?? ''}</span>
      </p>
      <progress className={styles.bar} aria-label={label} max={100} value={Math.round(fraction * 100)} />
    </div>
  )
}

/** The one of the two that is missing beside the other. */
function findMissing({ code, name }: WardsAuthority): keyof WardsAuthority | null {
  if ((code.trim() === '') === (name.trim() === '')) return null
  return code.trim() === '' ? 'code' : 'name'
}

function nextMonth(latest: string | undefined, choices: readonly { id: string }[]): string {
  const at = choices.findIndex(({ id }) => id === latest)
  return choices[Math.max(0, at === -1 ? 1 : at - 1)]?.id ?? ''
}

function listErrors(files: Partial<ChosenFiles>, needsWards: boolean): Partial<Record<MonthFile, string>> {
  const errors: Partial<Record<MonthFile, string>> = {}
  if (!files.households) errors.households = 'Choose the file of households.'
  if (needsWards && !files.wards) errors.wards = 'The first month needs a file of wards.'
  for (const file of ['households', 'contacts', 'wards'] as const) {
    const { size = 1 } = files[file] ?? {}
    if (size === 0) errors[file] = EMPTY_FILE[file]
    if (size > MONTH_FILE_LIMITS[file])
      errors[file] = `The file is larger than ${MONTH_FILE_LIMITS[file] / 1024 / 1024} MB. Compress it with gzip.`
  }
  return errors
}
