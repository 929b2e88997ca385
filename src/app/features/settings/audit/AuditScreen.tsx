import { Download } from 'lucide-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  actionInWords,
  AUDIT_PAGE_SIZE,
  exportAuditEntries,
  getAuditEntries,
  type AuditEntry,
  type AuditFilter,
} from '#contract/organisations/audit'
import { callFile } from '../../../api/call'
import { explainError } from '../../../api/errors'
import { queryOptions } from '../../../api/queryOptions'
import { withRetries } from '../../../api/retry'
import { formatCount, figure } from '../../../lib/counts'
import { formatMoment } from '../../../lib/moments'
import { saveFile } from '../../../lib/saveFile'
import { useReasonOffline } from '../../../state/connectivity'
import { roleInWords } from '../../../state/session'
import { Button } from '../../../ui/button/Button'
import { ButtonLink } from '../../../ui/button/ButtonLink'
import { DataTable } from '../../../ui/data-table/DataTable'
import { useExport } from '../../../ui/notify/useExport'
import { useSettingsTabs } from '../../../state/placeTabs'
import { LinkTabs } from '../../../ui/link-tabs/LinkTabs'
import { Page, Section, Sections } from '../../../ui/page/Page'
import { Pager } from '../../../ui/pager/Pager'
import { QueryState } from '../../../ui/query-state/QueryState'
import { AuditFilters } from './AuditFilters'
import styles from './AuditScreen.module.css'
import type { DataColumn } from '../../../ui/data-table/rows'

/** /settings/audit: the log of all organisations, newest first. */
export function AuditScreen() {
  const [filter, setFilter] = useState<AuditFilter>({})
  const [page, setPage] = useState(1)
  const log = useQuery({
    ...queryOptions(getAuditEntries, { body: { ...filter, page } }),
    placeholderData: keepPreviousData,
  })
  return (
    <Page
      title="Audit log"
      subtitle="Who did what, in every organisation. Each entry names the person who really acted, also while viewing as another."
      tabs={<LinkTabs label="Settings" tabs={useSettingsTabs()} />}
      actions={
        <div className={styles.actions}>
          <ButtonLink to="/settings/provider">Back to Provider</ButtonLink>
          <ExportButton filter={filter} />
        </div>
      }
    >
      <Sections>
        <AuditFilters
          onFilter={(next) => {
            setFilter(next)
            setPage(1)
          }}
        />
        <Section title="Entries" isFlush>
          <QueryState query={log} what="The audit log">
            {({ entries, total }) => (
              <div aria-busy={log.isPlaceholderData}>
                <DataTable caption="Audit log" isFolding columns={COLUMNS} rows={entries} keyOf={({ id }) => id} />
                <Pager
                  label="Pages of the audit log"
                  summary={formatCount(total, 'entry', 'entries')}
                  page={page}
                  pages={Math.max(1, Math.ceil(total / AUDIT_PAGE_SIZE))}
                  onPage={setPage}
                />
              </div>
            )}
          </QueryState>
        </Section>
      </Sections>
    </Page>
  )
}

const COLUMNS: readonly DataColumn<AuditEntry>[] = [
  { id: 'at', heading: 'When', cell: ({ at }) => <Moment at={at} /> },
  { id: 'organisation', heading: 'Organisation', cell: ({ organisation }) => organisation },
  {
    id: 'actor',
    heading: 'Who',
    cell: ({ actor_email, actor_role }) => (
      <>
        {actor_email}
        <span className={styles.role}>{roleInWords(actor_role)}</span>
      </>
    ),
  },
  { id: 'action', heading: 'What', cell: ({ action }) => actionInWords(action) },
  { id: 'subject', heading: 'On what', cell: ({ subject }) => subject },
  {
    id: 'quantity',
    heading: 'How many',
    cell: ({ quantity }) => (quantity === null ? '' : figure(quantity)),
    isNumber: true,
  },
]

function Moment({ at }: { at: string }) {
  const [day, time] = formatMoment(at).split(', ')
  return (
    <>
      <span className={styles.day}>{day},</span> {time}
    </>
  )
}

function ExportButton({ filter }: { filter: AuditFilter }) {
  const whyNot = useReasonOffline('Exporting needs')
  const { isPending, run } = useExport(explainError)
  const download = async () =>
    saveFile(await withRetries(() => callFile(exportAuditEntries, { body: filter })), 'audit-log.csv')
  return (
    <>
      {whyNot === null ? null : <p>{whyNot}</p>}
      <Button
        icon={<Download aria-hidden />}
        isPending={isPending}
        isDisabled={whyNot !== null}
        onPress={() => run(download)}
      >
        Export CSV
      </Button>
    </>
  )
}
