import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { codeQuery } from '../../../api/queryOptions'
import { questionsAtom } from '../../../state/filters/questions'
import { type FilterPlace } from '../../../state/filters/selection'
import { useSetAtom } from '../../../state/store'
import { Button } from '../../../ui/button/Button'
import { Notice } from '../../../ui/notice/Notice'
import { Skeleton } from '../../../ui/skeleton/Skeleton'
import { CreateTemplate } from './CreateTemplate'
import styles from './Templates.module.css'
import { isStillEmpty, TemplateNotices, TemplateSelector } from './TemplateSelector'
import type { ShownTemplate } from './shown'
import { useChosenTemplate, type Reconcile } from './useChosenTemplate'
import { useTemplateList } from './useTemplateList'

const manageQuery = codeQuery('manage templates', () => import('./ManageTemplates'))

interface TemplatePanelProps {
  reconcile: Reconcile
  isRange: (place: FilterPlace) => boolean
}

/** Select, create and manage. */
export function TemplatePanel({ reconcile, isRange }: TemplatePanelProps) {
  const list = useTemplateList()
  const chosen = useChosenTemplate([...list.templates, ...list.readyMade], reconcile)
  const [open, setOpen] = useState<'create' | 'manage' | null>(null)
  const manage = useQuery({ ...manageQuery, enabled: open === 'manage' })
  const ManageTemplates = manage.data?.ManageTemplates
  useQuestionsInFinder(list.readyMade, chosen.choose)

  return (
    <section className={styles.panel} aria-label="Filter templates">
      <div className={styles.choice}>
        <TemplateSelector list={list} chosen={chosen} />
        <Button variant="secondary" onPress={() => setOpen('create')}>
          Create template with selected filters
        </Button>
      </div>
      <TemplateNotices list={list} chosen={chosen} />
      {isStillEmpty(list) ? <Skeleton width="8rem" height="var(--target-min)" /> : null}
      {list.templates.length > 0 ? (
        <button
          type="button"
          className={styles.manage}
          onClick={() => {
            list.reload()
            setOpen('manage')
            if (manage.isError) void manage.refetch()
          }}
        >
          Manage templates
        </button>
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
      {open === 'manage' && manage.isError ? (
        <Notice kind="warning">This could not be opened. Check your connection, and try again.</Notice>
      ) : null}
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

function useQuestionsInFinder(readyMade: readonly ShownTemplate[], choose: (template: ShownTemplate) => void): void {
  const offer = useSetAtom(questionsAtom)
  const onChoose = useEffectEvent(choose)
  useEffect(() => {
    offer(readyMade.map((template) => ({ key: template.key, name: template.name, choose: () => onChoose(template) })))
    return () => offer([])
  }, [readyMade, offer])
}
