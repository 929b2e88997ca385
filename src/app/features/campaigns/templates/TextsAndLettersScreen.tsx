import { useQuery } from '@tanstack/react-query'
import { FileUp, PenLine } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import type { MessageTemplate } from '#contract/campaigns/templates'
import { formatCount } from '../../../lib/counts'
import { formatMoment } from '../../../lib/moments'
import { useReasonOffline } from '../../../state/connectivity'
import { useCampaignTabs } from '../../../state/placeTabs'
import { helpPath } from '../../../state/guides'
import { useAtomValue } from '../../../state/store'
import { removeTextDraft, saveTextDraft, textDraftsAtom } from '../../../state/drafts'
import { Button } from '../../../ui/button/Button'
import { ConfirmDialog } from '../../../ui/dialog/ConfirmDialog'
import { ButtonLink } from '../../../ui/button/ButtonLink'
import { EmptyState } from '../../../ui/empty-state/EmptyState'
import { LinkTabs } from '../../../ui/link-tabs/LinkTabs'
import { Notice } from '../../../ui/notice/Notice'
import { Page, Section, Sections } from '../../../ui/page/Page'
import { QueryState } from '../../../ui/query-state/QueryState'
import { Row, Rows } from '../../../ui/rows/Rows'
import { Examples } from './Examples'
import { groupFamilies, groupWarnings, messageTemplatesQuery } from './families'
import { FamilyRow } from './FamilyRow'
import styles from './TextsAndLetters.module.css'
import { UploadLetter } from './UploadLetter'
import type { TextDraft } from '#offline/drafts'

const draftPath = (id: string) => `/campaigns/templates/texts/${id}`

/** "Texts and letters": the organisation's templates, with versions and approval. */
export function TextsAndLettersScreen() {
  const templates = useQuery(messageTemplatesQuery)
  const navigate = useNavigate()
  const whyNot = useReasonOffline('Uploading and approving need')
  const [upload, setUpload] = useState<{ of: MessageTemplate | null } | null>(null)
  const write = async (begun: Omit<TextDraft, 'id' | 'updatedAt'>) => {
    const draft = { ...begun, id: crypto.randomUUID(), updatedAt: new Date().toISOString() }
    await saveTextDraft(draft).catch(() => {})
    await navigate(draftPath(draft.id))
  }
  const newVersion = async (of: MessageTemplate) => {
    if (of.text === null) return setUpload({ of })
    const { name, text, benefit_name: benefit, language } = of
    await write({ name, isNewVersion: true, text, benefit, language: language ?? 'en' })
  }
  return (
    <Page
      title="Texts and letters"
      subtitle="What your campaigns say, in versions that somebody else has approved."
      tabs={<LinkTabs label="Campaigns" tabs={useCampaignTabs()} />}
    >
      <Sections>
        <TextDrafts />
        <Section
          title="Kept for your campaigns"
          detail={
            whyNot ?? 'Campaigns offer what is in use. One that was sent for review keeps the version that it had.'
          }
          actions={
            <div className={styles.actions}>
              <Button
                variant="primary"
                icon={<PenLine aria-hidden />}
                onPress={() => void navigate(draftPath(crypto.randomUUID()))}
              >
                Write a text
              </Button>
              <Button
                icon={<FileUp aria-hidden />}
                isDisabled={whyNot !== null}
                onPress={() => setUpload({ of: null })}
              >
                Upload a letter
              </Button>
            </div>
          }
          isFlush
        >
          <QueryState query={templates} what="The list of texts and letters">
            {(loaded) =>
              loaded.length === 0 ? (
                <EmptyState
                  title="No texts or letters yet"
                  detail="Begin with an example below, write a text, or upload a letter made in Word."
                  actions={<ButtonLink to={helpPath('letter-campaign')}>How to make a first letter</ButtonLink>}
                />
              ) : (
                <FamilyList templates={loaded} whyNot={whyNot} onNewVersion={(of) => void newVersion(of)} />
              )
            }
          </QueryState>
        </Section>
        <Examples whyNot={whyNot} onCopyText={(example) => void write({ ...example, isNewVersion: false })} />
      </Sections>
      {upload === null ? null : <UploadLetter of={upload.of} onClose={() => setUpload(null)} />}
    </Page>
  )
}

interface FamilyListProps {
  templates: readonly MessageTemplate[]
  whyNot: string | null
  onNewVersion: (of: MessageTemplate) => void
}

function FamilyList({ templates, ...row }: FamilyListProps) {
  const warnings = groupWarnings(templates)
  const grouped = new Set(warnings.map(({ warning }) => warning))
  return (
    <>
      {warnings.map(({ warning, names }) => (
        <div key={warning} className={styles.shared}>
          <Notice kind="warning" title={warning}>
            <p>{`${formatCount(names.length, 'text or letter', 'texts and letters')}: ${names.join(', ')}`}</p>
          </Notice>
        </div>
      ))}
      <Rows>
        {groupFamilies(templates).map((family) => (
          <FamilyRow key={family.key} family={family} grouped={grouped} {...row} />
        ))}
      </Rows>
    </>
  )
}

const nameText = ({ name }: TextDraft) => name.trim() || 'Untitled text'

function TextDrafts() {
  const drafts = useAtomValue(textDraftsAtom)
  const [dialog, setDialog] = useState<TextDraft | null>(null)
  if (drafts.length === 0 && dialog === null) return null
  return (
    <Section title="Unfinished texts" detail="Kept on this device, for you alone, until you send them." isFlush>
      <Rows>
        {drafts.map((draft) => (
          <Row
            key={draft.id}
            name={nameText(draft)}
            to={draftPath(draft.id)}
            detail={`Changed ${formatMoment(draft.updatedAt)}`}
          >
            <Button variant="quiet" aria-label={`Delete: ${nameText(draft)}`} onPress={() => setDialog(draft)}>
              Delete
            </Button>
          </Row>
        ))}
      </Rows>
      {dialog === null ? null : (
        <ConfirmDialog
          title="Delete this text?"
          no="Keep it"
          yes="Delete text"
          variant="danger"
          onNo={() => setDialog(null)}
          onYes={() => void removeTextDraft(dialog.id).then(() => setDialog(null))}
        >
          <p>It is deleted from this device for good. It was not sent to anybody.</p>
        </ConfirmDialog>
      )}
    </Section>
  )
}
