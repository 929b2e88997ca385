import { useQuery } from '@tanstack/react-query'
import { Bookmark, Settings2 } from 'lucide-react'
import { useState } from 'react'
import { codeQuery } from '../../api/queryOptions'
import type { FilterPlace } from '../../state/filters/selectedFilters'
import type { TemplateStore } from '../../state/templateStore'
import { Button } from '../../ui/button/Button'
import { IconButton } from '../../ui/button/IconButton'
import { Notice } from '../../ui/notice/Notice'
import { CreateTemplate } from './CreateTemplate'
import styles from './Templates.module.css'
import { TemplateSelector } from './TemplateSelector'
import { useChosenTemplate, type Reconcile } from './useChosenTemplate'
import { useTemplateList } from './useTemplateList'

const manageQuery = codeQuery('manage templates', () => import('./ManageTemplates'))

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
  const manage = useQuery({ ...manageQuery, enabled: open === 'manage' })
  const ManageTemplates = manage.data?.ManageTemplates

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
              if (manage.isError) void manage.refetch()
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
      {open === 'manage' && manage.isError ? (
        <Notice kind="warning">Your templates could not be opened. Check your connection, and try again.</Notice>
      ) : null}
      {open === 'manage' && ManageTemplates ? (
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
