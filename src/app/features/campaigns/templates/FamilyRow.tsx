import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { decideMessageTemplate, type MessageTemplate, type TemplateDecision } from '#contract/campaigns/templates'
import { describeReadingAge } from '#contract/campaigns/plainEnglish'
import { call } from '../../../api/call'
import { explainFailure } from '../../../api/errors'
import { Badge } from '../../../ui/badge/Badge'
import { Button } from '../../../ui/button/Button'
import { ConfirmDialog } from '../../../ui/dialog/ConfirmDialog'
import { Disclosure } from '../../../ui/disclosure/Disclosure'
import { Notice } from '../../../ui/notice/Notice'
import { notify } from '../../../ui/notify/notify'
import { smsTemplatesQuery, useSentExample } from '../../../state/sentExample'
import {
  describeFamily,
  describeHistory,
  messageTemplatesQuery,
  SHOWS_WARNINGS,
  TEMPLATE_STATE_WORDS,
  type Family,
} from './families'
import styles from './TextsAndLetters.module.css'

interface FamilyRowProps {
  family: Family
  whyNot: string | null
  /** Shown above the list. */
  grouped: ReadonlySet<string>
  onNewVersion: (of: MessageTemplate) => void
}

/** With its versions and actions. */
export function FamilyRow({ family, whyNot, grouped, onNewVersion }: FamilyRowProps) {
  const { newest, inUse, waiting, earlier } = family
  const [asked, setAsked] = useState<{ of: MessageTemplate; decision: TemplateDecision } | null>(null)
  const writeExample = useSentExample()
  const ask = (of: MessageTemplate, decision: TemplateDecision) => setAsked({ of, decision })
  return (
    <li className={styles.family}>
      <div className={styles.head}>
        <h3 dir="auto">{newest.name}</h3>
        <p className={styles.detail}>{describeFamily(inUse[0] ?? newest, writeExample)}</p>
      </div>
      {[...waiting, ...inUse].map((one) => (
        <Version
          key={one.id}
          version={one}
          grouped={grouped}
          actions={
            one.state !== 'in_use' ? (
              <>
                {one.may_approve ? (
                  <Button
                    variant="primary"
                    aria-label={`${chooseVerb(one)} ${one.name}`}
                    isDisabled={whyNot !== null}
                    onPress={() => ask(one, 'approve')}
                  >
                    {chooseVerb(one)}
                  </Button>
                ) : null}
                <Button
                  aria-label={`Withdraw ${one.name}`}
                  isDisabled={whyNot !== null}
                  onPress={() => ask(one, 'withdraw')}
                >
                  Withdraw
                </Button>
              </>
            ) : (
              <>
                <Button aria-label={`New version of ${one.name}`} onPress={() => onNewVersion(one)}>
                  New version
                </Button>
                <Button
                  variant="quiet"
                  aria-label={`Retire ${one.name}`}
                  isDisabled={whyNot !== null}
                  onPress={() => ask(one, 'retire')}
                >
                  Retire
                </Button>
              </>
            )
          }
        />
      ))}
      {inUse.length + waiting.length > 0 ? null : (
        <div className={styles.version}>
          <p className={styles.detail}>Campaigns do not offer it.</p>
          <Button aria-label={`New version of ${newest.name}`} onPress={() => onNewVersion(newest)}>
            New version
          </Button>
        </div>
      )}
      {earlier.length === 0 ? null : (
        <Disclosure title={`Earlier versions (${earlier.length})`} level={3} look="quiet">
          {earlier.map((one) => (
            <Version key={one.id} version={one} grouped={grouped} />
          ))}
        </Disclosure>
      )}
      {asked === null ? null : <Decide {...asked} whyNot={whyNot} onClose={() => setAsked(null)} />}
    </li>
  )
}

const chooseVerb = ({ state }: MessageTemplate) => (state === 'of_campaign' ? 'Keep' : 'Approve')

function Version(props: { version: MessageTemplate; grouped: ReadonlySet<string>; actions?: ReactNode }) {
  const { version, grouped, actions } = props
  const isShown = SHOWS_WARNINGS.has(version.state)
  const [words, tone] = TEMPLATE_STATE_WORDS[version.state]
  return (
    <div className={styles.version}>
      <div className={styles.words}>
        <p className={styles.state}>
          <Badge tone={tone}>{words}</Badge>
          <span className={styles.detail}>{describeHistory(version)}</span>
        </p>
        {version.text === null ? null : (
          <p className={styles.text} dir="auto" {...(version.language === null ? {} : { lang: version.language })}>
            {version.text}
          </p>
        )}
        {version.preview_url === null ? null : (
          <a href={version.preview_url} target="_blank" rel="noreferrer">
            Look at version {version.version} of the letter (PDF)
          </a>
        )}
        {version.state === 'waiting' && !version.may_approve ? (
          <p className={styles.detail}>
            You cannot approve it, as its author or as no administrator of at least seven days who is independent of the
            author: another administrator, or your provider, approves it.
          </p>
        ) : null}
        {version.state === 'of_campaign' ? (
          <p className={styles.detail}>
            {version.may_approve
              ? 'Uploaded with a campaign, which alone can use it. Keep it, and all campaigns of its type offer it.'
              : 'Uploaded with a campaign, which alone can use it. An administrator of at least seven days who is independent of the person who uploaded it, or your provider, can keep it for all.'}
          </p>
        ) : null}
        {isShown && version.reading_age !== null ? (
          <p className={styles.detail}>{describeReadingAge(version.reading_age)}</p>
        ) : null}
        {version.warnings
          .filter((warning) => isShown && !grouped.has(warning))
          .map((warning) => (
            <Notice key={warning} kind="warning">
              {warning}
            </Notice>
          ))}
      </div>
      {actions === undefined ? null : <div className={styles.actions}>{actions}</div>}
    </div>
  )
}

const QUESTIONS: Readonly<
  Record<TemplateDecision, { title: string; yes: string; words: string; done: (name: string) => string }>
> = {
  approve: {
    title: 'Approve this version?',
    yes: 'Approve',
    words:
      'Campaigns that are made from now on offer it, in place of the one in use. Campaigns that were sent for review keep theirs.',
    done: (name) => `“${name}” is in use.`,
  },
  withdraw: {
    title: 'Withdraw this version?',
    yes: 'Withdraw',
    words: 'It can no longer be approved. What is in use stays in use.',
    done: (name) => `The version of “${name}” was withdrawn.`,
  },
  retire: {
    title: 'Retire this?',
    yes: 'Retire',
    words: 'New campaigns no longer offer it. Campaigns that were sent for review keep it.',
    done: (name) => `“${name}” was retired.`,
  },
}

const KEEP = {
  title: 'Keep this letter?',
  yes: 'Keep',
  words: 'Campaigns of its type that are made from now on offer it.',
  done: (name: string) => `“${name}” is in use.`,
}

function Decide(props: {
  of: MessageTemplate
  decision: TemplateDecision
  whyNot: string | null
  onClose: () => void
}) {
  const { of, decision, whyNot, onClose } = props
  const queryClient = useQueryClient()
  const { title, yes, words, done } = of.state === 'of_campaign' && decision === 'approve' ? KEEP : QUESTIONS[decision]
  const decide = useMutation({
    mutationFn: () => call(decideMessageTemplate, { body: { channel: of.channel, id: of.id, decision } }),
    onSuccess: () => {
      void notify.success(done(of.name))
      onClose()
    },
    // Also after a refusal: somebody else decided.
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: messageTemplatesQuery.queryKey }),
        queryClient.invalidateQueries({ queryKey: smsTemplatesQuery.queryKey }),
      ]),
  })
  return (
    <ConfirmDialog
      title={title}
      no="Cancel"
      yes={yes}
      variant={decision === 'approve' ? 'primary' : 'danger'}
      onNo={onClose}
      onYes={decide.mutate}
      isPending={decide.isPending}
      failure={explainFailure(decide.error)}
      whyNot={whyNot}
    >
      <p>
        “<bdi>{of.name}</bdi>”, version {of.version}. {words}
      </p>
    </ConfirmDialog>
  )
}
