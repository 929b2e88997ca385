import { useState } from 'react'
import { formatCount } from '../../../lib/counts'
import { connectionAtom, isInterceptedAtom, isUnresponsiveAtom } from '../../../state/connectivity'
import { queueAtom } from '../../../state/queue/queue'
import { storageProblemAtom } from '../../../state/device/storageProblem'
import { useAtomValue, useSetAtom } from '../../../state/store'
import { SMALL_WINDOW, useMediaQuery } from '../../../state/useMediaQuery'
import { After } from '../../../ui/after/After'
import { Button } from '../../../ui/button/Button'
import { Notice } from '../../../ui/notice/Notice'
import styles from './device.module.css'
import { Freshness, TryNow } from './Freshness'
import { QuarantinePanel } from './QuarantinePanel'
import { WaitingPanel } from './WaitingPanel'

/** Milliseconds: a notice for quick work would shift the page under a click. */
const SENDING_AFTER = 1_000
const ASKING_AFTER = 1_000

/** Server unreachable, changes waiting, storage failing. */
export function DeviceNotices() {
  const line = useAtomValue(connectionAtom)
  const isOffline = line === 'offline'
  const isUnresponsive = useAtomValue(isUnresponsiveAtom)
  const isIntercepted = useAtomValue(isInterceptedAtom)
  const silence = isIntercepted ? 'intercepted' : isUnresponsive ? 'unresponsive' : 'none'
  const isSmall = useMediaQuery(SMALL_WINDOW)
  const items = useAtomValue(queueAtom)
  const problem = useAtomValue(storageProblemAtom)
  const setProblem = useSetAtom(storageProblemAtom)
  const [isPanelOpen, setIsPanelOpen] = useState(false)
  const [isQuarantineOpen, setIsQuarantineOpen] = useState(false)
  const refused = items.filter((item) => item.state === 'refused').length
  const openPanel =
    items.length === 0 ? undefined : (
      <Button onPress={() => setIsPanelOpen(true)}>{`Waiting to be sent (${items.length})`}</Button>
    )

  return (
    <div className={styles.notices}>
      {line === 'asking' ? (
        <After milliseconds={ASKING_AFTER}>
          <p className={styles.asking}>This is what the device keeps. Asking Doorstep for news…</p>
        </After>
      ) : null}
      {isOffline ? (
        <Notice
          kind="warning"
          title={isIntercepted ? SIGN_IN_BETWEEN : isUnresponsive ? 'Doorstep does not answer' : 'You are offline'}
          action={
            <>
              {openPanel}
              <TryNow />
            </>
          }
        >
          {isSmall ? (
            <>
              <Freshness isShort />
              {refused > 0 ? <p>{refusedWords(refused)}</p> : null}
              {/* On a phone the page needs the room. */}
              <details>
                <summary className={styles.more}>What you can do</summary>
                <p>{offlineWords(items.length - refused, 0, silence)}</p>
                <Freshness />
              </details>
            </>
          ) : (
            <>
              <p>{offlineWords(items.length - refused, refused, silence)}</p>
              <Freshness />
            </>
          )}
        </Notice>
      ) : refused > 0 ? (
        <Notice kind="warning" action={openPanel}>
          <p>{refusedWords(refused)}</p>
        </Notice>
      ) : items.length > 0 ? (
        <After milliseconds={SENDING_AFTER}>
          <Notice kind="info" action={openPanel}>
            <p>{`Sending ${formatCount(items.length, 'change')}…`}</p>
          </Notice>
        </After>
      ) : null}
      {problem ? (
        <Notice
          kind="warning"
          action={
            <>
              {problem.kind === 'unreadable' ? (
                <Button onPress={() => setIsQuarantineOpen(true)}>See what it is</Button>
              ) : null}
              <Button onPress={() => setProblem(null)}>Dismiss</Button>
            </>
          }
        >
          <p>{problem.message}</p>
        </Notice>
      ) : null}
      {isQuarantineOpen ? <QuarantinePanel onClose={() => setIsQuarantineOpen(false)} /> : null}
      {isPanelOpen ? <WaitingPanel onClose={() => setIsPanelOpen(false)} /> : null}
    </div>
  )
}

const refusedWords = (refused: number): string =>
  `${formatCount(refused, 'change')} could not be made. See why, and what you can do.`

const SIGN_IN_BETWEEN = 'Something between you and Doorstep asks you to sign in'

const WHAT_TO_DO = {
  none: [],
  unresponsive: ['The connection or the server is slow. Doorstep tries again by itself.'],
  intercepted: ['It is of your network or your council. Try now takes you there; what you began stays on this device.'],
} as const

function offlineWords(waiting: number, refused: number, silence: keyof typeof WHAT_TO_DO): string {
  return [
    ...WHAT_TO_DO[silence],
    'You can pick filters, make templates and edit campaign drafts.',
    ...(waiting > 0
      ? [
          `${formatCount(waiting, 'change')} will be sent ${silence === 'none' ? 'when you are back online' : 'when Doorstep answers'}.`,
        ]
      : []),
    ...(refused > 0 ? [refusedWords(refused)] : []),
  ].join(' ')
}
