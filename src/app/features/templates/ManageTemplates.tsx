import { useState } from 'react'
import { messageOf } from '../../api/errors'
import { MAY_BE_DONE } from '../../state/queue/items'
import type { TemplateStore } from '../../state/templateStore'
import { Button } from '../../ui/button/Button'
import { Dialog } from '../../ui/dialog/Dialog'
import { notify } from '../../ui/notify/notify'
import { DeleteTemplate } from './DeleteTemplate'
import { RenameTemplate } from './RenameTemplate'
import type { ShownTemplate } from './shown'
import { TemplateRow } from './TemplateRow'
import styles from './Templates.module.css'

interface ManageTemplatesProps {
  store: TemplateStore
  templates: readonly ShownTemplate[]
  onClose: () => void
  onChanged: () => void
}

/** The open dialog, and its template. */
interface Asked {
  what: 'rename' | 'delete'
  template: ShownTemplate
}

/** The person's templates: rename, delete, and discard unsynced changes. */
export function ManageTemplates({ store, templates, onClose, onChanged }: ManageTemplatesProps) {
  const [asked, setAsked] = useState<Asked | null>(null)

  const change = (work: Promise<void>) => {
    work.then(onChanged, (error: unknown) => void notify.error(messageOf(error)))
  }
  const discarded = async (id: string) => {
    if (!(await store.discard(id))) void notify.error(MAY_BE_DONE)
  }
  const question = asked && { store, template: asked.template, onClose: () => setAsked(null) }
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
              onRename={() => setAsked({ what: 'rename', template })}
              onDelete={() => setAsked({ what: 'delete', template })}
              onRetry={(id) => change(store.retry(id))}
              onDiscard={(id) => change(discarded(id))}
            />
          ))}
        </ul>
      )}
      {question && asked.what === 'rename' ? <RenameTemplate {...question} onRenamed={onChanged} /> : null}
      {question && asked.what === 'delete' ? <DeleteTemplate {...question} onDeleted={onChanged} /> : null}
    </Dialog>
  )
}
