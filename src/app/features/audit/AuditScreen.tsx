import { Download } from 'lucide-react'
import { useCallback, useState } from 'react'
import { AUDIT_PAGE_SIZE, exportAuditEntries, getAuditEntries, type AuditEntry, type AuditFilter } from '#contract/audit'
import { roleSchema } from '#contract/session'
import { call, callFile } from '../../api/call'
import { messageOf } from '../../api/errors'
import { countOf, figure } from '../../lib/counts'
import { momentOf } from '../../lib/moments'
import { saveFile } from '../../lib/saveFile'
import { useReasonOffline } from '../../state/online'
import { ROLE_NAMES } from '../../state/roleNames'
import { useAsked } from '../../state/useAsked'
import { AskedState } from '../../ui/asked-state/AskedState'
import { Button } from '../../ui/button/Button'
import { ButtonLink } from '../../ui/button/ButtonLink'
import { DataTable, type DataColumn } from '../../ui/data-table/DataTable'
import { useExport } from '../../ui/notify/useExport'
import { Page } from '../../ui/page/Page'
import { Section, Sections } from '../../ui/page/Section'
import { Pager } from '../../ui/pager/Pager'
import { AuditFilters } from './AuditFilters'
import styles from './AuditScreen.module.css'
import { wordsOf } from './wording'

/** /settings/audit: who did what, in every organisation, newest first. */
export function AuditScreen() {
  const [filter, setFilter] = useState<AuditFilter>({})
  const [page, setPage] = useState(1)
  const [total, setTotal] = useState<number | null>(null)
  const ask = useCallback(
    async (signal: AbortSignal) => {
      const answer = await call(getAuditEntries, { body: { ...filter, page }, signal })
      setTotal(answer.total)
      return answer.entries
    },
    [filter, page],
  )
  const asked = useAsked(ask)
  return (
    <Page
      title="Audit log"
      subtitle="Who did what, in every organisation. Actors are who they really are, also while viewing as another."
      actions={
        <div className={styles.actions}>
          <ButtonLink to="/settings">Back to Settings</ButtonLink>
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
          <AskedState asked={asked} what="The audit log">
            {(entries) => <DataTable caption="Audit log" columns={COLUMNS} rows={entries} keyOf={({ id }) => id} />}
          </AskedState>
          {/* Outside: the button that was pressed keeps the focus while its page is on the way. */}
          {total === null ? null : (
            <Pager
              label="Pages of the audit log"
              summary={countOf(total, 'entry', 'entries')}
              page={page}
              pages={Math.max(1, Math.ceil(total / AUDIT_PAGE_SIZE))}
              onPage={setPage}
            />
          )}
        </Section>
      </Sections>
    </Page>
  )
}

const COLUMNS: readonly DataColumn<AuditEntry>[] = [
  { id: 'at', heading: 'When', cell: ({ at }) => <span className={styles.when}>{momentOf(at)}</span> },
  { id: 'organisation', heading: 'Organisation', cell: ({ organisation }) => organisation },
  {
    id: 'actor',
    heading: 'Who',
    cell: ({ actor_email, actor_role }) => (
      <>
        {actor_email}
        <span className={styles.role}>{roleName(actor_role)}</span>
      </>
    ),
  },
  { id: 'action', heading: 'What', cell: ({ action }) => wordsOf(action) },
  { id: 'subject', heading: 'On what', cell: ({ subject }) => subject },
  { id: 'quantity', heading: 'How many', cell: ({ quantity }) => (quantity === null ? '' : figure(quantity)), isNumber: true },
]

const roleName = (role: string): string => {
  const known = roleSchema.safeParse(role)
  return known.success ? ROLE_NAMES[known.data] : role
}

function ExportButton({ filter }: { filter: AuditFilter }) {
  const whyNot = useReasonOffline('Exporting needs')
  const { isPending, run } = useExport(messageOf)
  const download = async () => saveFile(await callFile(exportAuditEntries, { body: filter }), 'audit-log.csv')
  return (
    <>
      {whyNot === null ? null : <p>{whyNot}</p>}
      <Button icon={<Download aria-hidden />} isPending={isPending} isDisabled={whyNot !== null} onPress={() => run(download)}>
        Export CSV
      </Button>
    </>
  )
}
