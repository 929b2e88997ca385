import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  MAX_TOKENS,
  revokeMonthToken,
  setMonthPublishing,
  type MonthToken,
  type MonthTokens,
} from '#contract/households/monthTokens'
import { call } from '../../../api/call'
import { explainFailure } from '../../../api/errors'
import { formatDay, formatMoment } from '../../../lib/moments'
import { useReasonOffline } from '../../../state/connectivity'
import { Badge } from '../../../ui/badge/Badge'
import { Button } from '../../../ui/button/Button'
import { DataTable } from '../../../ui/data-table/DataTable'
import type { DataColumn } from '../../../ui/data-table/rows'
import { ConfirmDialog } from '../../../ui/dialog/ConfirmDialog'
import { Disclosure } from '../../../ui/disclosure/Disclosure'
import { Section } from '../../../ui/page/Page'
import { QueryState } from '../../../ui/query-state/QueryState'
import { MakeToken } from './MakeToken'
import styles from './MonthTokens.module.css'
import { monthTokensQuery, useTokenChange } from './useMonthTokens'

const CHANGING = 'Changing this needs'

/** Tokens with which a data team's job hands months over; for administrators. */
export function MonthTokensSection() {
  const tokens = useQuery(monthTokensQuery)
  const whyNot = useReasonOffline(CHANGING)
  const [isMaking, setIsMaking] = useState(false)
  const isFull = (tokens.data?.tokens.length ?? 0) >= MAX_TOKENS
  return (
    <Section
      title="Months from a job"
      detail={
        whyNot ??
        'A job of your data team sends months by itself, with a token. A token hands over months and does nothing else.'
      }
      actions={
        <Button isDisabled={whyNot !== null || isFull || !tokens.data} onPress={() => setIsMaking(true)}>
          Make a token
        </Button>
      }
    >
      <QueryState query={tokens} what="Your tokens">
        {(loaded) => (
          <div className={styles.body}>
            {isFull ? <p className={styles.detail}>There can be {MAX_TOKENS}. Revoke one to make another.</p> : null}
            <TokenTable tokens={loaded.tokens} />
            <Publishing isOn={loaded.publishes_by_itself} />
            <Disclosure title="How a job hands a month over" look="quiet">
              <Calls address={loaded.address} />
            </Disclosure>
          </div>
        )}
      </QueryState>
      {isMaking ? <MakeToken onClose={() => setIsMaking(false)} /> : null}
    </Section>
  )
}

function TokenTable({ tokens }: Pick<MonthTokens, 'tokens'>) {
  const whyNot = useReasonOffline(CHANGING)
  const [asked, setAsked] = useState<MonthToken | null>(null)
  const columns: readonly DataColumn<MonthToken>[] = [
    {
      id: 'name',
      heading: 'Token',
      cell: ({ name, made_at: at, made_by: by }) => (
        <>
          {name}
          <span className={styles.made}>
            Made {formatDay(at)}
            {by === null ? null : ` by ${by}`}
          </span>
        </>
      ),
    },
    {
      id: 'used',
      heading: 'Last used',
      cell: ({ last_used_at: at }) => (at === null ? 'Never' : formatMoment(at)),
      isUnbroken: true,
    },
    {
      id: 'until',
      heading: 'Good until',
      cell: ({ expires_at: at, is_expired: isExpired }) =>
        isExpired ? <Badge tone="red">Expired</Badge> : formatDay(at),
      isUnbroken: true,
    },
    {
      id: 'revoke',
      heading: 'Revoke',
      isHeadingHidden: true,
      isAction: true,
      cell: (token) => (
        <Button aria-label={`Revoke ${token.name}`} isDisabled={whyNot !== null} onPress={() => setAsked(token)}>
          Revoke
        </Button>
      ),
    },
  ]
  return (
    <>
      <DataTable
        caption="Tokens"
        columns={columns}
        rows={tokens}
        keyOf={({ id }) => id}
        empty="No token has been made yet"
        isFolding
      />
      {asked ? <ConfirmRevoking token={asked} onClose={() => setAsked(null)} /> : null}
    </>
  )
}

function ConfirmRevoking({ token: { id, name }, onClose }: { token: MonthToken; onClose: () => void }) {
  const whyNot = useReasonOffline(CHANGING)
  const revoke = useTokenChange(() => call(revokeMonthToken, { body: { id } }), onClose)
  return (
    <ConfirmDialog
      title={`Revoke “${name}”?`}
      no="Cancel"
      yes="Revoke"
      variant="danger"
      onNo={onClose}
      onYes={revoke.mutate}
      isPending={revoke.isPending}
      failure={explainFailure(revoke.error)}
      whyNot={whyNot}
    >
      <p>It stops working at once. A month that it is handing over can be published or discarded here.</p>
    </ConfirmDialog>
  )
}

function Publishing({ isOn }: { isOn: boolean }) {
  const whyNot = useReasonOffline(CHANGING)
  const [isAsked, setIsAsked] = useState(false)
  const close = () => setIsAsked(false)
  const change = useTokenChange(() => call(setMonthPublishing, { body: { publishes_by_itself: !isOn } }), close)
  const verb = isOn ? 'Switch off' : 'Switch on'
  return (
    <div className={styles.publishing}>
      <p>
        <b>Publish by itself: {isOn ? 'on' : 'off'}.</b>{' '}
        {isOn
          ? 'A month from a job is published where its check leaves nothing to look at; otherwise it waits here.'
          : 'A month from a job waits here until an administrator publishes it.'}
      </p>
      <Button aria-label={`${verb}: publish by itself`} isDisabled={whyNot !== null} onPress={() => setIsAsked(true)}>
        {verb}
      </Button>
      {isAsked ? (
        <ConfirmDialog
          title={isOn ? 'Let months wait for an administrator?' : 'Let months be published by themselves?'}
          no="Cancel"
          yes={verb}
          onNo={close}
          onYes={change.mutate}
          isPending={change.isPending}
          failure={explainFailure(change.error)}
          whyNot={whyNot}
        >
          <p>
            {isOn
              ? 'From now on each month from a job waits here.'
              : 'Everybody then sees a month that nobody of you has looked at, if its check finds no warning, nothing that would be lost, and no figure that moved by more than 20% since the month before. All others wait here.'}
          </p>
        </ConfirmDialog>
      ) : null}
    </div>
  )
}

function Calls({ address }: { address: string }) {
  return (
    <>
      <p>
        Three calls, which <code>curl</code> can make: begin with the size of each file, send the files, ask what became
        of the month. The check starts with the last file. Contacts and wards are sent like households.
      </p>
      <pre className={styles.calls}>
        {`AS='authorization: Bearer doorstep_month_…'
curl -H "$AS" -H 'content-type: application/json' ${address} \\
  -d '{"month": "2026-11-01", "households": '$(wc -c < households.csv.gz)'}'
curl -H "$AS" -T households.csv.gz '${address}?id=…&file=households'
curl -H "$AS" -H 'accept: text/plain' '${address}?id=…'`}
      </pre>
      <p className={styles.detail}>
        Doorstep comes with a script that does all of it: docs/hand-over-month.sh. Ask who runs Doorstep for it.
      </p>
    </>
  )
}
