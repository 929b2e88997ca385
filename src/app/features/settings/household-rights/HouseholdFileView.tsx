import type { ReactNode, Ref } from 'react'
import { CAMPAIGN_TYPES, CHANNEL_WORDS } from '#contract/campaigns/campaignWords'
import type { HouseholdFile } from '#contract/data-protection/householdRights'
import { CONTACT_FIELD_WORDS } from '#contract/households/contactFields'
import { NAMED_IN_WORDS } from '#contract/households/namedIn'
import type { NamedValue } from '#contract/households/namedValues'
import { fromInWords } from '#contract/campaigns/receivedTexts'
import { REPLY_WORDS } from '#contract/campaigns/replyWords'
import { VISIT_OUTCOME_WORDS } from '#contract/households/visitOutcomes'
import { capitalised, formatCount } from '../../../lib/counts'
import { formatMonth, formatMoment, longDate } from '../../../lib/moments'
import { telephoneLink } from '../../../lib/telephone'
import { roleInWords } from '../../../state/session'
import { DataTable } from '../../../ui/data-table/DataTable'
import { Disclosure } from '../../../ui/disclosure/Disclosure'
import { FactGrid } from '../../../ui/page/Facts'
import { Section } from '../../../ui/page/Page'
import { Correct } from './Correct'
import { DoNotContact } from './DoNotContact'
import { Erase } from './Erase'
import styles from './HouseholdRights.module.css'
import { SubjectAccess } from './SubjectAccess'

interface HouseholdFileProps {
  file: HouseholdFile
  headingRef: Ref<HTMLHeadingElement>
  onChanged: () => void
  onErased: () => void
}

/** All data held, with actions. */
export function HouseholdFileView({ file, headingRef, onChanged, onErased }: HouseholdFileProps) {
  const { household_reference: reference, contact, campaigns, help, visits, months, looks, rounds } = file
  const { named_in: namedIn, texts } = file
  return (
    <>
      <Section
        title={`Household ${reference}`}
        headingRef={headingRef}
        actions={<SubjectAccess reference={reference} />}
      >
        {contact === null ? (
          <p>No name, address or number is held.</p>
        ) : (
          <FactGrid facts={contact.map((one) => [one.name, presentContact(one)] as const)} />
        )}
      </Section>
      <Correct key={`${reference} ${file.correction?.corrected_at ?? ''}`} file={file} onChanged={onChanged} />
      <DoNotContact key={`${reference} ${file.marks.length}`} file={file} onChanged={onChanged} />
      <Section title="Campaigns" isFlush={campaigns !== null && campaigns.length > 0}>
        {campaigns === null ? (
          <p>Your organisation does not show your role which households campaigns wrote to.</p>
        ) : campaigns.length === 0 ? (
          <p>It was on no campaign’s list.</p>
        ) : (
          <CampaignsTable campaigns={campaigns} />
        )}
      </Section>
      {help === null ? null : (
        <Section title="Help to claim" detail="Under Replies, until it is done.">
          <FactGrid
            facts={[
              ['Asked', formatMoment(help.asked_at)],
              ['Note', help.note === '' ? 'None' : help.note],
              ['Owner', help.owner ?? 'Nobody'],
              ['Call back on', help.call_back_on === null ? 'No day' : longDate(help.call_back_on)],
              ['Done', help.helped_at === null ? 'No' : formatMoment(help.helped_at)],
            ]}
          />
        </Section>
      )}
      {texts === null || texts.length === 0 ? null : (
        <Section title="Texts that came in" detail="Sent back from its number, the latest first.">
          <FactGrid
            facts={texts.map((one) => [`${formatMoment(one.received_at)}, from ${fromInWords(one)}`, one.message])}
          />
        </Section>
      )}
      {visits.length === 0 ? null : (
        <Section title="Visits" detail="What came of them, the latest first.">
          <FactGrid
            facts={visits.map(({ at, outcome, note, call_again_on: day }) => [
              formatMoment(at),
              [VISIT_OUTCOME_WORDS[outcome], day === null ? '' : `Call again on ${longDate(day)}`, note]
                .filter((words) => words !== '')
                .join('. '),
            ])}
          />
        </Section>
      )}
      {rounds.length === 0 ? null : (
        <Section title="Visit rounds" detail="Also those on which nothing came of it.">
          <FactGrid facts={[['Taken along', rounds.map(({ loaded_at: at }) => formatMoment(at)).join('; ')]]} />
        </Section>
      )}
      {namedIn.length === 0 ? null : (
        <Section title="Where its reference is named" isFlush>
          <NamedInTable namedIn={namedIn} />
        </Section>
      )}
      <Section title="Months of data" detail="Each month as it was imported.">
        {months.length === 0 ? <p>It is in no month.</p> : null}
        {months.map(({ month, values }, index) => (
          // A replaced month appears twice while it can be brought back.
          <Disclosure key={`${month} ${String(index)}`} title={formatMonth(month)}>
            <FactGrid facts={values.map(({ name, value }) => [name, value] as const)} />
          </Disclosure>
        ))}
      </Section>
      <Section title="Who looked at this household" detail="The latest first, up to this look." isFlush>
        <LooksTable looks={looks} />
      </Section>
      <Erase reference={reference} onErased={onErased} />
    </>
  )
}

function presentContact({ name, value }: NamedValue): ReactNode {
  if (value === '') return 'None'
  return name === CONTACT_FIELD_WORDS.mobile ? <a href={telephoneLink(value)}>{value}</a> : value
}

function CampaignsTable({ campaigns }: { campaigns: NonNullable<HouseholdFile['campaigns']> }) {
  return (
    <DataTable
      caption="Campaigns with this household"
      columns={[
        { id: 'name', heading: 'Campaign', cell: (one) => one.name },
        { id: 'benefit', heading: 'Benefit', cell: (one) => CAMPAIGN_TYPES[one.benefit_name] },
        { id: 'channel', heading: 'Channel', cell: (one) => CHANNEL_WORDS[one.channel] },
        {
          id: 'state',
          heading: 'What became of its message',
          cell: ({ state, reason, reply }) => (
            <>
              <span className={styles.state}>{state.replaceAll('_', ' ')}</span>
              {reason === null ? null : <span className={styles.detail}>{reason}</span>}
              {reply === null ? null : <span className={styles.detail}>Reply: {REPLY_WORDS[reply]}</span>}
            </>
          ),
        },
        {
          id: 'sent',
          heading: 'Sent',
          cell: ({ sent_at: at }) => (at === null ? 'Not sent' : formatMoment(at)),
          isUnbroken: true,
        },
        {
          id: 'message',
          heading: 'Message',
          cell: ({ channel, text, sent_to: to, values }) =>
            text === null ? (
              <span className={styles.letter}>
                {values
                  .filter(({ value }) => value !== '')
                  .map(({ name, value }) => `${capitalised(name.replaceAll('_', ' '))}: ${value}`)
                  .join('\n') || 'Cleared'}
              </span>
            ) : (
              <>
                {to === null ? null : (
                  <span className={styles.detail}>
                    To {channel === 'sms' ? <a href={telephoneLink(to)}>{to}</a> : to}
                  </span>
                )}
                {text}
              </>
            ),
        },
      ]}
      rows={campaigns}
      keyOf={(one) => one.id}
      isFolding
    />
  )
}

function NamedInTable({ namedIn }: { namedIn: HouseholdFile['named_in'] }) {
  return (
    <DataTable
      caption="Where its reference is named"
      columns={[
        { id: 'what', heading: 'In', cell: ({ what }) => NAMED_IN_WORDS[what] },
        { id: 'name', heading: 'Name', cell: ({ name }) => name },
        { id: 'at', heading: 'Made', cell: ({ at }) => formatMoment(at), isUnbroken: true },
      ]}
      rows={namedIn.map((one, index) => ({ ...one, index }))}
      keyOf={({ index }) => index}
      isFolding
    />
  )
}

function LooksTable({ looks }: { looks: HouseholdFile['looks'] }) {
  return (
    <DataTable
      caption="Who looked at this household"
      columns={[
        { id: 'at', heading: 'When', cell: ({ at }) => formatMoment(at), isUnbroken: true },
        { id: 'who', heading: 'Who', cell: ({ who }) => who },
        { id: 'role', heading: 'As', cell: ({ role }) => roleInWords(role) },
        { id: 'where', heading: 'Where', cell: ({ where }) => where },
      ]}
      rows={looks.map((look, index) => ({ ...look, index }))}
      keyOf={({ index }) => index}
      isFolding
      empty="Nobody looked at it before."
      paging={{ rowsAPage: 20, label: 'Pages of looks', count: (rows) => formatCount(rows, 'look') }}
    />
  )
}
