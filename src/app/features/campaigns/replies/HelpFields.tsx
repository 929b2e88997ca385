import { Checkbox } from '../../../ui/checkbox/Checkbox'
import { TextArea } from '../../../ui/text-field/TextArea'
import { TextField } from '../../../ui/text-field/TextField'

export interface HelpDetails {
  readonly note: string
  /** Empty: no day. */
  readonly call_back_on: string
  readonly is_mine: boolean
}

const MOST_CHARACTERS = 500

/** What a colleague needs to know to help. */
export function HelpFields({ details, onChange }: { details: HelpDetails; onChange: (details: HelpDetails) => void }) {
  return (
    <>
      <TextArea
        label="Note"
        rows={3}
        maxLength={MOST_CHARACTERS}
        value={details.note}
        onChange={(note) => onChange({ ...details, note })}
      />
      <TextField
        label="Call back on"
        type="date"
        value={details.call_back_on}
        onChange={(call_back_on) => onChange({ ...details, call_back_on })}
      />
      <Checkbox isSelected={details.is_mine} onChange={(is_mine) => onChange({ ...details, is_mine })}>
        I look after it
      </Checkbox>
    </>
  )
}
