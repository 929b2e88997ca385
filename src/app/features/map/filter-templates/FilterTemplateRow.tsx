import { Ellipsis, Pencil, RotateCw, Share2, Trash2, Undo2 } from 'lucide-react'
import { Badge } from '../../../ui/badge/Badge'
import { IconButton } from '../../../ui/button/IconButton'
import { Menu, type MenuEntry } from '../../../ui/menu/Menu'
import { isDeletable, isRenamable, wordsOfChange, type ShownTemplate } from './shown'
import styles from './Templates.module.css'

interface TemplateRowProps {
  template: ShownTemplate
  onRename: () => void
  onDelete: () => void
  onShare: (templateId: number, isShared: boolean) => void
  onRetry: (changeId: string) => void
  onDiscard: (changeId: string) => void
}

/** One of the person's templates, with what can be done to it. */
export function FilterTemplateRow({ template, onRename, onDelete, onShare, onRetry, onDiscard }: TemplateRowProps) {
  const { id, name, change, isShared } = template
  const items: MenuEntry[] = []
  if (change?.state === 'refused') {
    items.push({ id: 'retry', label: 'Send again', icon: <RotateCw aria-hidden />, onAction: () => onRetry(change.id) })
  }
  // Discarding a creation is deleting: confirmed below.
  if (change && change.command.kind !== 'create-template' && change.state !== 'sending') {
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
  if (id !== null && isRenamable(template)) {
    items.push({
      id: 'share',
      label: isShared ? 'Stop sharing' : 'Share with your organisation',
      icon: <Share2 aria-hidden />,
      onAction: () => onShare(id, !isShared),
    })
  }
  if (isDeletable(template)) {
    items.push({ id: 'delete', label: 'Delete', icon: <Trash2 aria-hidden />, isDanger: true, onAction: onDelete })
  }
  return (
    <li className={styles.row}>
      <div className={styles.rowWords}>
        <span className={styles.rowName}>{name}</span>
        {isShared ? <Badge tone="green">Shared</Badge> : null}
        {change === null ? null : (
          <Badge tone={change.state === 'refused' ? 'red' : 'yellow'}>{wordsOfChange(change)}</Badge>
        )}
        {change?.state === 'refused' && change.detail ? <p className={styles.rowDetail}>{change.detail}</p> : null}
      </div>
      {items.length === 0 ? null : (
        <Menu
          label={`Actions for ${name}`}
          trigger={<IconButton label={`Actions for ${name}`} icon={<Ellipsis aria-hidden />} withTooltip={false} />}
          items={items}
        />
      )}
    </li>
  )
}
