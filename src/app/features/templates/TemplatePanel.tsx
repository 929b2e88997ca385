import { Bookmark, Settings2 } from 'lucide-react'
import { useState } from 'react'
import type { FilterPlace } from '../../state/filters/selectedFilters'
import type { TemplateStore } from '../../state/templateStore'
import { Button } from '../../ui/button/Button'
import { IconButton } from '../../ui/button/IconButton'
import { CreateTemplate } from './CreateTemplate'
import { ManageTemplates } from './ManageTemplates'
import styles from './Templates.module.css'
import { TemplateSelector } from './TemplateSelector'
import { useChosenTemplate, type Reconcile } from './useChosenTemplate'
import { useTemplateList } from './useTemplateList'

interface TemplatePanelProps {
  store: TemplateStore
  reconcile: Reconcile
  isRange: (place: FilterPlace) => boolean
}

/** The filter panel's templates: select, create and manage. */
export function TemplatePanel({ store, reconcile, isRange }: TemplatePanelProps) {
  const list = useTemplateList(store)
  const chosen = useChosenTemplate(store, list.templates, reconcile)
  const [open, setOpen] = useState<'create' | 'manage' | null>(null)

  return (
    <section className={styles.panel} aria-label="Filter templates">
      <div className={styles.title}>
        <h3>Templates</h3>
        {list.templates.length > 0 ? (
          <IconButton
            size="small"
            label="Manage templates"
            icon={<Settings2 aria-hidden />}
            onPress={() => {
              list.reload()
              setOpen('manage')
            }}
          />
        ) : null}
      </div>
      <TemplateSelector list={list} chosen={chosen} />
      <Button variant="secondary" icon={<Bookmark aria-hidden />} onPress={() => setOpen('create')}>
        Create template with selected filters
      </Button>
      {open === 'create' ? (
        <CreateTemplate
          store={store}
          isRange={isRange}
          onClose={() => setOpen(null)}
          onCreated={({ key, isSent }) => {
            chosen.adopt(key)
            if (isSent) list.reload()
          }}
        />
      ) : null}
      {open === 'manage' ? (
        <ManageTemplates
          store={store}
          templates={list.templates}
          onClose={() => setOpen(null)}
          onChanged={list.reload}
        />
      ) : null}
    </section>
  )
}
