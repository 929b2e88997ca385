import { useState } from 'react'
import { messageOf, failureOf } from '../../api/errors'
import { MAY_BE_DONE } from '../../state/queue/items'
import type { TemplateStore, Removed } from '../../state/templateStore'
import { Button } from '../../ui/button/Button'
import { Dialog } from '../../ui/dialog/Dialog'
import { notify } from '../../ui/notify/notify'
import { type ShownTemplate, isDeletable, isRenamable, wordsOfChange } from './shown'
import styles from './Templates.module.css'
import { escapeAngleBrackets } from '#contract/sanitise'
import { TemplateNameDialog } from './TemplateNameDialog'
import { useMutation } from '@tanstack/react-query'
import { Question } from '../../ui/dialog/Question'
import { Ellipsis, Pencil, RotateCw, Trash2, Undo2 } from 'lucide-react'
import { Badge } from '../../ui/badge/Badge'
import { IconButton } from '../../ui/button/IconButton'
import { Menu, type MenuEntry } from '../../ui/menu/Menu'

interface ManageTemplatesProps {
  store: TemplateStore
  templates: readonly ShownTemplate[]
  onClose: () => void
  onChanged: () => void
}

/** The open dialog, and its template. */
interface OpenDialog {
  what: 'rename' | 'delete'
  template: ShownTemplate
}

/** The person's templates: rename, delete, and discard unsynced changes. */
export function ManageTemplates({ store, templates, onClose, onChanged }: ManageTemplatesProps) {
  const [dialog, setDialog] = useState<OpenDialog | null>(null)

  const change = (work: Promise<void>) => {
    work.then(onChanged, (error: unknown) => void notify.error(messageOf(error)))
  }
  const discarded = async (id: string) => {
    if (!(await store.discard(id))) void notify.error(MAY_BE_DONE)
  }
  const question = dialog && { store, template: dialog.template, onClose: () => setDialog(null) }
  return (
    <Dialog title="Your templates" onClose={onClose} footer={<Button onPress={onClose}>Close</Button>}>
      {templates.length === 0 ? (
        <p className={styles.none}>No templates.</p>
      ) : (
        <ul className={styles.rows}>
          {templates.map((template) => (
            <TemplateRow
              key={template.key}
              template={template}
              onRename={() => setDialog({ what: 'rename', template })}
              onDelete={() => setDialog({ what: 'delete', template })}
              onRetry={(id) => change(store.retry(id))}
              onDiscard={(id) => change(discarded(id))}
            />
          ))}
        </ul>
      )}
      {question && dialog.what === 'rename' ? <RenameTemplate {...question} onRenamed={onChanged} /> : null}
      {question && dialog.what === 'delete' ? <DeleteTemplate {...question} onDeleted={onChanged} /> : null}
    </Dialog>
  )
}

interface RenameTemplateProps {
  store: TemplateStore
  template: ShownTemplate
  onClose: () => void
  /** Renamed or queued. */
  onRenamed: () => void
}

/** Renames a template. */
function RenameTemplate({ store, template, onClose, onRenamed }: RenameTemplateProps) {
  const rename = async (name: string) => {
    if (name !== escapeAngleBrackets(template.name)) {
      const isDone = await renamed(store, template, name)
      void notify.success(isDone ? 'Template renamed.' : 'New name kept on this device until it can be sent.')
      onRenamed()
    }
    onClose()
  }
  return (
    <TemplateNameDialog
      title="Rename template"
      initialName={template.name}
      submitLabel="Rename template"
      pendingLabel="Renaming template..."
      onSubmit={rename}
      onClose={onClose}
    />
  )
}

/** A template not yet synced is renamed in the queue. @returns whether the server has the name. */
async function renamed(store: TemplateStore, { id, change }: ShownTemplate, name: string): Promise<boolean> {
  if (id !== null) return store.rename(id, name)
  if (change) await store.renameWaiting(change.id, name)
  return false
}

interface DeleteTemplateProps {
  store: TemplateStore
  template: ShownTemplate
  onClose: () => void
  /** Deleted or queued. */
  onDeleted: () => void
}

/** Confirms deleting a template. */
function DeleteTemplate({ store, template: { id, name, change }, onClose, onDeleted }: DeleteTemplateProps) {
  const { mutate, isPending, error } = useMutation({
    mutationFn: async (): Promise<Removed> => {
      if (id !== null) return (await store.remove(id)) ? 'removed' : 'queued'
      return change ? store.removeWaiting(change.id) : 'removed'
    },
    onSuccess: (outcome) => {
      toast(outcome)
      onDeleted()
      onClose()
    },
  })
  return (
    <Question
      title="Delete this template?"
      no="Keep template"
      yes="Delete template"
      variant="danger"
      onNo={onClose}
      onYes={mutate}
      isPending={isPending}
      failure={failureOf(error)}
    >
      <p>“{name}” is deleted for good. The filters that are selected now stay selected.</p>
    </Question>
  )
}

function toast(outcome: Removed): void {
  if (outcome === 'may-be-there') void notify.error(MAY_BE_DONE)
  else
    void notify.success(
      outcome === 'removed' ? 'Template deleted.' : 'Deletion kept on this device until it can be sent.',
    )
}

interface TemplateRowProps {
  template: ShownTemplate
  onRename: () => void
  onDelete: () => void
  /** Retries a refused change. */
  onRetry: (changeId: string) => void
  /** Discards an unsynced change. */
  onDiscard: (changeId: string) => void
}

/** A template, its unsynced change, and its actions. */
export function TemplateRow({ template, onRename, onDelete, onRetry, onDiscard }: TemplateRowProps) {
  const { name, change } = template
  const items: MenuEntry[] = []
  if (change?.state === 'refused') {
    items.push({ id: 'retry', label: 'Send again', icon: <RotateCw aria-hidden />, onAction: () => onRetry(change.id) })
  }
  // Discarding a creation is deleting, which is offered below and confirmed.
  if (change && change.kind !== 'create' && change.state !== 'sending') {
    items.push({
      id: 'discard',
      label: 'Discard the change',
      icon: <Undo2 aria-hidden />,
      onAction: () => onDiscard(change.id),
    })
  }
  if (isRenamable(template)) {
    items.push({ id: 'rename', label: 'Rename', icon: <Pencil aria-hidden />, onAction: onRename })
  }
  if (isDeletable(template)) {
    items.push({ id: 'delete', label: 'Delete', icon: <Trash2 aria-hidden />, isDanger: true, onAction: onDelete })
  }
  return (
    <li className={styles.row}>
      <div className={styles.rowWords}>
        <span className={styles.rowName}>{name}</span>
        {change === null ? null : (
          <Badge tone={change.state === 'refused' ? 'red' : 'yellow'}>{wordsOfChange(change)}</Badge>
        )}
        {change?.detail ? <p className={styles.rowDetail}>{change.detail}</p> : null}
      </div>
      {items.length === 0 ? null : (
        <Menu
          trigger={<IconButton label={`Actions for ${name}`} icon={<Ellipsis aria-hidden />} withTooltip={false} />}
          items={items}
        />
      )}
    </li>
  )
}
