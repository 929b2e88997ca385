import { Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { momentOf } from '../../../lib/moments'
import { draftsAtom, type Draft, removeDraft } from '../../../state/drafts'
import { placesOf } from '../../../state/filters/selection'
import { useAtomValue } from '../../../state/store'
import { Button } from '../../../ui/button/Button'
import { ButtonLink } from '../../../ui/button/ButtonLink'
import { Section } from '../../../ui/page/Page'
import { filtersWord } from '../wording'
import { completeDetailsOf, formPathOf, nameOfDraft, previewPathOf, templateOf } from './draft'
import styles from './drafts.module.css'
import { useMutation } from '@tanstack/react-query'
import { failureOf } from '../../../api/errors'
import { Question } from '../../../ui/dialog/Question'
import { useDraftWriter } from './useDraft'

/** The drafts on this device, above the campaigns table; nothing when there are none. */
export function DraftList() {
  const drafts = useAtomValue(draftsAtom)
  const [dialog, setDialog] = useState<Draft | null>(null)
  if (drafts.length === 0 && dialog === null) return null
  return (
    <Section title="Drafts" detail="Kept on this device, for you alone, until they are sent for review." isFlush>
      <ul className={styles.rows}>
        {drafts.map((draft) => (
          <Row key={draft.id} draft={draft} onDelete={() => setDialog(draft)} />
        ))}
      </ul>
      {dialog === null ? null : <DeleteDraft draft={dialog} onClose={() => setDialog(null)} />}
    </Section>
  )
}

function Row({ draft, onDelete }: { draft: Draft; onDelete: () => void }) {
  const name = nameOfDraft(draft)
  // Once the form is complete, the draft opens at the choice of its template.
  const path = completeDetailsOf(draft) ? previewPathOf(draft.id) : formPathOf(draft)
  return (
    <li className={styles.row}>
      <div className={styles.words}>
        <Link to={path} className={styles.name} dir="auto">
          {name}
        </Link>
        <p className={styles.detail}>{describe(draft)}</p>
      </div>
      <div className={styles.actions}>
        <ButtonLink to={formPathOf(draft)} icon={<Pencil aria-hidden />} label={`Edit: ${name}`}>
          Edit
        </ButtonLink>
        <Button variant="quiet" icon={<Trash2 aria-hidden />} aria-label={`Delete: ${name}`} onPress={onDelete}>
          Delete
        </Button>
      </div>
    </li>
  )
}

function describe(draft: Draft): string {
  const count = placesOf(draft.selectedFilters).length
  return [
    draft.campaignType,
    draft.communicationChannel,
    count === 0 ? 'No filters' : filtersWord(count),
    templateOf(draft) ? 'Template chosen' : '',
    `Changed ${momentOf(draft.updatedAt)}`,
  ]
    .filter((part) => part !== '')
    .join(' · ')
}

/** Confirms deleting a draft. */
function DeleteDraft({ draft, onClose }: { draft: Draft; onClose: () => void }) {
  const { forget } = useDraftWriter(draft.id)
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => removeDraft(draft.id),
    onSuccess: () => {
      forget(draft.id)
      onClose()
    },
  })
  return (
    <Question
      title="Delete this draft?"
      no="Keep draft"
      yes="Delete draft"
      variant="danger"
      onNo={onClose}
      onYes={mutate}
      isPending={isPending}
      failure={failureOf(error)}
    >
      <p>“{nameOfDraft(draft)}” is deleted from this device for good. It was not sent to anybody.</p>
    </Question>
  )
}
