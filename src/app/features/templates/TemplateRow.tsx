import { Ellipsis, Pencil, RotateCw, Trash2, Undo2 } from 'lucide-react'
import { Badge } from '../../ui/badge/Badge'
import { IconButton } from '../../ui/button/IconButton'
import { Menu, type MenuEntry } from '../../ui/menu/Menu'
import { isDeletable, isRenamable, wordsOfChange, type ShownTemplate } from './shown'
import styles from './Templates.module.css'

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
