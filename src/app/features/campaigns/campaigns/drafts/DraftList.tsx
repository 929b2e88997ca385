import { Pencil, Trash2 } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { formatMoment } from '../../../../lib/moments'
import { draftsAtom, nameDraft } from '../../../../state/drafts'
import { listPlaces } from '../../../../state/filters/selection'
import { useAtomValue } from '../../../../state/store'
import { Button } from '../../../../ui/button/Button'
import { ButtonLink } from '../../../../ui/button/ButtonLink'
import { Section } from '../../../../ui/page/Page'
import { Row, Rows } from '../../../../ui/rows/Rows'
import { filtersWord } from '../wording'
import { readCompleteDetails } from './campaignRequest'
import { makeFormPath, makePreviewPath, findDraftTemplate } from './draft'
import type { Draft } from '#offline/drafts'

interface DraftListProps {
  deletion: (draft: Draft, onClose: () => void) => ReactNode
}

/** This device's drafts; nothing if there are none. */
export function DraftList({ deletion }: DraftListProps) {
  const drafts = useAtomValue(draftsAtom)
  const [dialog, setDialog] = useState<Draft | null>(null)
  if (drafts.length === 0 && dialog === null) return null
  return (
    <Section title="Drafts" detail="Kept on this device, for you alone, until they are sent for review." isFlush>
      <Rows>
        {drafts.map((draft) => (
          <DraftRow key={draft.id} draft={draft} onDelete={() => setDialog(draft)} />
        ))}
      </Rows>
      {dialog === null ? null : deletion(dialog, () => setDialog(null))}
    </Section>
  )
}

function DraftRow({ draft, onDelete }: { draft: Draft; onDelete: () => void }) {
  const name = nameDraft(draft)
  const path = readCompleteDetails(draft) ? makePreviewPath(draft.id) : makeFormPath(draft)
  return (
    <Row name={name} to={path} detail={describe(draft)}>
      <ButtonLink to={makeFormPath(draft)} icon={<Pencil aria-hidden />} label={`Edit: ${name}`}>
        Edit
      </ButtonLink>
      <Button variant="quiet" icon={<Trash2 aria-hidden />} aria-label={`Delete: ${name}`} onPress={onDelete}>
        Delete
      </Button>
    </Row>
  )
}

function describe(draft: Draft): string {
  const count = listPlaces(draft.selectedFilters).length
  return [
    draft.campaignType,
    draft.communicationChannel,
    count === 0 ? 'No filters' : filtersWord(count),
    findDraftTemplate(draft) ? 'Template chosen' : '',
    `Changed ${formatMoment(draft.updatedAt)}`,
  ]
    .filter((part) => part !== '')
    .join(' · ')
}
