import { useState } from 'react'
import { explainError, explainFailure } from '../../../api/errors'
import { MAY_BE_DONE } from '../../../state/queue/items'
import { countGone, readTemplateSelection, writeTemplateDetails } from '../../../state/filters/templateValues'
import { listed } from '../../../lib/counts'
import { formatDay } from '../../../lib/moments'
import { templateStore, type Removed } from '../../../state/templateStore'
import { Button } from '../../../ui/button/Button'
import { Dialog } from '../../../ui/dialog/Dialog'
import { notify } from '../../../ui/notify/notify'
import { FilterTemplateRow } from './FilterTemplateRow'
import type { ShownTemplate } from './shown'
import type { Reconcile } from './useChosenTemplate'
import styles from './Templates.module.css'
import { escapeAngleBrackets } from '#contract/sanitise'
import { TemplateNameDialog } from './TemplateNameDialog'
import { useMutation } from '@tanstack/react-query'
import { ConfirmDialog } from '../../../ui/dialog/ConfirmDialog'

interface ManageTemplatesProps {
  templates: readonly ShownTemplate[]
  reconcile: Reconcile
  onClose: () => void
  onChanged: () => void
}

interface OpenDialog {
  what: 'rename' | 'delete' | 'copy'
  template: ShownTemplate
}

/** The person's templates: rename, share, delete, discard unsynced changes; and colleagues' to copy. */
export function ManageTemplates({ templates, reconcile, onClose, onChanged }: ManageTemplatesProps) {
  const [dialog, setDialog] = useState<OpenDialog | null>(null)

  const change = (work: Promise<void>) => {
    work.then(onChanged, (error: unknown) => void notify.error(explainError(error)))
  }
  const discarded = async (id: string) => {
    if (!(await templateStore.discard(id))) void notify.error(MAY_BE_DONE)
  }
  const share = async (id: number, isShared: boolean) => {
    const isDone = await templateStore.share(id, isShared)
    if (!isDone) void notify.success('Kept on this device until it can be sent.')
    else void notify.success(isShared ? 'Template shared with your organisation.' : 'Template no longer shared.')
  }
  const own = templates.filter(({ made }) => made === null)
  const shared = templates.filter(({ made }) => made !== null)
  const question = dialog && { template: dialog.template, onClose: () => setDialog(null) }
  return (
    <Dialog title="Your templates" onClose={onClose} footer={<Button onPress={onClose}>Close</Button>}>
      {own.length === 0 ? (
        <p className={styles.none}>No templates.</p>
      ) : (
        <ul className={styles.rows}>
          {own.map((template) => (
            <FilterTemplateRow
              key={template.key}
              template={template}
              onRename={() => setDialog({ what: 'rename', template })}
              onDelete={() => setDialog({ what: 'delete', template })}
              onShare={(id, isShared) => change(share(id, isShared))}
              onRetry={(id) => change(templateStore.retry(id))}
              onDiscard={(id) => change(discarded(id))}
            />
          ))}
        </ul>
      )}
      {shared.length === 0 ? null : (
        <section className={styles.shared} aria-labelledby="shared-templates">
          <h3 id="shared-templates">Shared by colleagues</h3>
          <ul className={styles.rows}>
            {shared.map((template) => (
              <li key={template.key} className={styles.row}>
                <div className={styles.rowWords}>
                  <span className={styles.rowName}>{template.name}</span>
                  {template.made ? (
                    <p className={styles.made}>{`Made by ${template.made.by} on ${formatDay(template.made.at)}`}</p>
                  ) : null}
                </div>
                <Button aria-label={`Copy ${template.name}`} onPress={() => setDialog({ what: 'copy', template })}>
                  Copy
                </Button>
              </li>
            ))}
          </ul>
        </section>
      )}
      {question && dialog.what === 'copy' ? (
        <CopyTemplate {...question} reconcile={reconcile} onCopied={onChanged} />
      ) : null}
      {question && dialog.what === 'rename' ? <RenameTemplate {...question} onRenamed={onChanged} /> : null}
      {question && dialog.what === 'delete' ? <DeleteTemplate {...question} onDeleted={onChanged} /> : null}
    </Dialog>
  )
}

interface RenameTemplateProps {
  template: ShownTemplate
  onClose: () => void
  onRenamed: () => void
}

function RenameTemplate({ template, onClose, onRenamed }: RenameTemplateProps) {
  const submit = async (name: string) => {
    if (name !== escapeAngleBrackets(template.name)) {
      const isDone = await rename(template, name)
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
      onSubmit={submit}
      onClose={onClose}
    />
  )
}

/** Unsynced templates are renamed in the queue. @returns whether the server has the name */
async function rename({ id, change }: ShownTemplate, name: string): Promise<boolean> {
  if (id !== null) return templateStore.rename(id, name)
  if (change) await templateStore.renameWaiting(change.id, name)
  return false
}

interface CopyTemplateProps {
  template: ShownTemplate
  reconcile: Reconcile
  onClose: () => void
  onCopied: () => void
}

function CopyTemplate({ template, reconcile, onClose, onCopied }: CopyTemplateProps) {
  const copy = async (name: string) => {
    if (template.id === null) return
    const rows = await templateStore.values(template.id)
    const { kept, dropped: unknown } = reconcile(readTemplateSelection(rows))
    const dropped = [...unknown, ...countGone(rows)]
    const details = writeTemplateDetails(kept)
    if (details.length === 0) throw new Error('Your catalogue has none of this template’s values.')
    const made = await templateStore.create({ template_name: name, filter_template_details: details }, kept)
    void notify.success(made.isSent ? 'Template copied.' : 'Copy kept on this device until it can be sent.')
    if (dropped.length > 0) void notify.error(`Some values were not found: ${listed(dropped)}`)
    onCopied()
    onClose()
  }
  return (
    <TemplateNameDialog
      title="Copy template"
      initialName={template.name}
      submitLabel="Copy template"
      pendingLabel="Copying template..."
      onSubmit={copy}
      onClose={onClose}
    />
  )
}

interface DeleteTemplateProps {
  template: ShownTemplate
  onClose: () => void
  onDeleted: () => void
}

function DeleteTemplate({ template: { id, name, change }, onClose, onDeleted }: DeleteTemplateProps) {
  const { mutate, isPending, error } = useMutation({
    mutationFn: async (): Promise<Removed> => {
      if (id !== null) return (await templateStore.remove(id)) ? 'removed' : 'queued'
      return change ? templateStore.removeWaiting(change.id) : 'removed'
    },
    onSuccess: (outcome) => {
      toast(outcome)
      onDeleted()
      onClose()
    },
  })
  return (
    <ConfirmDialog
      title="Delete this template?"
      no="Keep template"
      yes="Delete template"
      variant="danger"
      onNo={onClose}
      onYes={mutate}
      isPending={isPending}
      failure={explainFailure(error)}
    >
      <p>“{name}” is deleted for good. The filters that are selected now stay selected.</p>
    </ConfirmDialog>
  )
}

function toast(outcome: Removed): void {
  if (outcome === 'may-be-there') void notify.error(MAY_BE_DONE)
  else
    void notify.success(
      outcome === 'removed' ? 'Template deleted.' : 'Deletion kept on this device until it can be sent.',
    )
}
