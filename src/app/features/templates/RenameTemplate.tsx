import { escapeAngleBrackets } from '#contract/sanitise'
import type { TemplateStore } from '../../state/templateStore'
import { notify } from '../../ui/notify/notify'
import type { ShownTemplate } from './shown'
import { TemplateNameDialog } from './TemplateNameDialog'

interface RenameTemplateProps {
  store: TemplateStore
  template: ShownTemplate
  onClose: () => void
  /** Renamed or queued. */
  onRenamed: () => void
}

/** Renames a template. */
export function RenameTemplate({ store, template, onClose, onRenamed }: RenameTemplateProps) {
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
  if (id !== null) return (await store.rename(id, name)) !== null
  if (change) await store.renameWaiting(change.id, name)
  return false
}
