import { useId } from 'react'
import { TextField, type TextFieldProps } from './TextField'
import styles from './LimitedTextField.module.css'

interface LimitedTextFieldProps extends TextFieldProps {
  value: string
  onChange: (text: string) => void
  limit: number
  atLimit: string
}

/** A text field that accepts at most `limit` characters and then says so. */
export function LimitedTextField({ limit, atLimit, ...field }: LimitedTextFieldProps) {
  const limitId = useId()
  return (
    <div className={styles.limited}>
      <TextField
        {...field}
        onChange={(next) => field.onChange(holdAtMost(field.value, next, limit))}
        aria-describedby={limitId}
      />
      <p id={limitId} role="status" className={styles.words}>
        {[...field.value].length >= limit ? atLimit : ''}
      </p>
    </div>
  )
}

/** The text after an insertion, cut to `limit` code points: `maxlength` counts an emoji as two. */
export function holdAtMost(before: string, after: string, limit: number): string {
  const next = [...after]
  if (next.length <= limit) return after
  const previous = [...before]
  const shortest = Math.min(previous.length, next.length)
  let start = 0
  while (start < shortest && previous[start] === next[start]) start++
  let end = 0
  while (end < shortest - start && previous.at(-1 - end) === next.at(-1 - end)) end++
  const put = next.slice(start, next.length - end)
  const room = Math.max(0, limit - start - end)
  return [...next.slice(0, start), ...put.slice(0, room), ...next.slice(next.length - end)].slice(0, limit).join('')
}
