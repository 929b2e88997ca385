import { useQuery } from '@tanstack/react-query'
import { Bookmark, Link, Settings2 } from 'lucide-react'
import { useState } from 'react'
import { codeQuery } from '../../../api/queryOptions'
import { useReasonOffline } from '../../../state/connectivity'
import { appliedFilterCountAtom } from '../../../state/filters/selectedFilters'
import { type FilterPlace } from '../../../state/filters/selection'
import { useAtomValue } from '../../../state/store'
import { Button } from '../../../ui/button/Button'
import { IconButton } from '../../../ui/button/IconButton'
import { Notice } from '../../../ui/notice/Notice'
import { CreateTemplate } from './CreateTemplate'
import styles from './Templates.module.css'
import { TemplateSelector } from './TemplateSelector'
import { useChosenTemplate, type Reconcile } from './useChosenTemplate'
import { useTemplateList } from './useTemplateList'

const linkQuery = codeQuery('link to filters', () => import('./LinkDialog'))
const manageQuery = codeQuery('manage templates', () => import('./ManageTemplates'))

interface TemplatePanelProps {
  reconcile: Reconcile
  isRange: (place: FilterPlace) => boolean
}

/** The filter panel's templates: select, create and manage. */
export function TemplatePanel({ reconcile, isRange }: TemplatePanelProps) {
  const list = useTemplateList()
  const chosen = useChosenTemplate(list.templates, reconcile)
  const [open, setOpen] = useState<'create' | 'manage' | 'link' | null>(null)
  const manage = useQuery({ ...manageQuery, enabled: open === 'manage' })
  const ManageTemplates = manage.data?.ManageTemplates
  const link = useQuery({ ...linkQuery, enabled: open === 'link' })
  const LinkDialog = link.data?.LinkDialog
  const hasFilters = useAtomValue(appliedFilterCountAtom) > 0
  const whyNoLink = useReasonOffline('Making a link needs')

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
      {hasFilters ? (
        <Button
          variant="quiet"
          icon={<Link aria-hidden />}
          isDisabled={whyNoLink !== null}
          onPress={() => {
            setOpen('link')
            if (link.isError) void link.refetch()
          }}
        >
          Link to these filters
        </Button>
      ) : null}
      {open === 'create' ? (
        <CreateTemplate
          isRange={isRange}
          onClose={() => setOpen(null)}
          onCreated={({ key, isSent }) => {
            chosen.adopt(key)
            if (isSent) list.reload()
          }}
        />
      ) : null}
      {(open === 'manage' && manage.isError) || (open === 'link' && link.isError) ? (
        <Notice kind="warning">This could not be opened. Check your connection, and try again.</Notice>
      ) : null}
      {open === 'link' && LinkDialog ? <LinkDialog onClose={() => setOpen(null)} /> : null}
      {open === 'manage' && ManageTemplates ? (
        <ManageTemplates
          templates={list.templates}
          reconcile={reconcile}
          onClose={() => setOpen(null)}
          onChanged={list.reload}
        />
      ) : null}
    </section>
  )
}
