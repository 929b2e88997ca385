import { useState, type ReactNode } from 'react'
import { Button } from '../button/Button'
import { RadioGroup } from '../radio-group/RadioGroup'
import { Dialog } from './Dialog'

/** Call it from the press handler; it runs the export at once if no purpose is required. */
type AskPurpose = (run: (purpose: string | undefined) => void) => void

/** Asks for an export's purpose, if the organisation has any. @returns how to ask, and the dialog to render */
export function usePurpose(purposes: readonly string[]): { ask: AskPurpose; question: ReactNode } {
  const [run, setRun] = useState<{ readonly with: (purpose: string) => void } | null>(null)
  return {
    ask: (wanted) => (purposes.length === 0 ? wanted(undefined) : setRun({ with: wanted })),
    question: run ? (
      <PurposeDialog
        purposes={purposes}
        onClose={() => setRun(null)}
        onChosen={(purpose) => {
          setRun(null)
          run.with(purpose)
        }}
      />
    ) : null,
  }
}

interface PurposeDialogProps {
  purposes: readonly string[]
  onClose: () => void
  onChosen: (purpose: string) => void
}

function PurposeDialog({ purposes, onClose, onChosen }: PurposeDialogProps) {
  const [chosen, setChosen] = useState<string | null>(null)
  return (
    <Dialog
      title="What is this export for?"
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button variant="primary" isDisabled={chosen === null} onPress={() => chosen !== null && onChosen(chosen)}>
            Export
          </Button>
        </>
      }
    >
      <RadioGroup
        label="Your organisation records it in the audit log and in the file’s name."
        options={purposes.map((purpose) => ({ id: purpose, label: purpose }))}
        value={chosen}
        onChange={setChosen}
      />
    </Dialog>
  )
}
