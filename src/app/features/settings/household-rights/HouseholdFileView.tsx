import type { Ref } from 'react'
import { CAMPAIGN_TYPES, CHANNEL_WORDS } from '#contract/campaigns/campaignWords'
import { NAMED_IN_WORDS, type HouseholdFile } from '#contract/data-protection/householdRights'
import { REPLY_WORDS } from '#contract/campaigns/replyWords'
import { VISIT_OUTCOME_WORDS } from '#contract/households/visitOutcomes'
import { formatCount } from '../../../lib/counts'
import { formatMonth, formatMoment } from '../../../lib/moments'
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

/** All data held on a household, with the actions on it. */
export function HouseholdFileView({ file, headingRef, onChanged, onErased }: HouseholdFileProps) {
  const { household_reference: reference, contact, campaigns, visits, months, looks, rounds, named_in: namedIn } = file
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
          <FactGrid facts={contact.map(({ name, value }) => [name, value === '' ? 'None' : value] as const)} />
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
      {visits.length === 0 ? null : (
        <Section title="Visits" detail="What came of them, the latest first.">
          <FactGrid
            facts={visits.map(({ at, outcome, note }) => [
              formatMoment(at),
              [VISIT_OUTCOME_WORDS[outcome], note].filter((words) => words !== '').join('. '),
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
        {months.map(({ month, values }) => (
          <Disclosure key={month} title={formatMonth(month)}>
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
        { id: 'sent', heading: 'Sent', cell: ({ sent_at: at }) => (at === null ? 'Not sent' : formatMoment(at)) },
        {
          id: 'message',
          heading: 'Message',
          cell: ({ text, sent_to: to, values }) =>
            text === null ? (
              values
                .map(({ value }) => value)
                .filter((value) => value !== '')
                .join(', ') || 'Cleared'
            ) : (
              <>
                {to === null ? null : <span className={styles.detail}>To {to}</span>}
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
        { id: 'at', heading: 'Made', cell: ({ at }) => formatMoment(at) },
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
        { id: 'at', heading: 'When', cell: ({ at }) => formatMoment(at) },
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
