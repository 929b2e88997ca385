import { useMutation } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import { useEffect, useRef, useState, type SubmitEvent } from 'react'
import { findHouseholds, getHouseholdFile, type HouseholdFile } from '#contract/data-protection/householdRights'
import type { FoundHousehold } from '#contract/campaigns/replies'
import { call } from '../../../api/call'
import { explainError, readFieldErrors } from '../../../api/errors'
import { formatCount } from '../../../lib/counts'
import { useReasonOffline } from '../../../state/connectivity'
import { Button } from '../../../ui/button/Button'
import { ButtonLink } from '../../../ui/button/ButtonLink'
import { DataTable } from '../../../ui/data-table/DataTable'
import { useSettingsTabs } from '../../../state/placeTabs'
import { LinkTabs } from '../../../ui/link-tabs/LinkTabs'
import { Notice } from '../../../ui/notice/Notice'
import { Page, Section, Sections } from '../../../ui/page/Page'
import { TextField } from '../../../ui/text-field/TextField'
import { HouseholdFileView } from './HouseholdFileView'
import styles from './HouseholdRights.module.css'

const WORDS = 'Code on the letter, name, street, postcode, reference or mobile number'

/** /settings/rights: a household's data and rights. Kept only on screen. */
export function RightsDeskScreen() {
  const [words, setWords] = useState('')
  const whyNot = useReasonOffline('Searching needs')
  const find = useMutation({ mutationFn: (wanted: string) => call(findHouseholds, { body: { words: wanted } }) })
  const [file, setFile] = useState<HouseholdFile | null>(null)
  const open = useMutation({
    mutationFn: (reference: string) => call(getHouseholdFile, { body: { household_reference: reference } }),
    onSuccess: setFile,
  })
  const heading = useRef<HTMLHeadingElement>(null)
  const opened = file?.household_reference
  useEffect(() => {
    if (opened !== undefined) heading.current?.focus()
  }, [opened])
  const submit = () => {
    setFile(null)
    open.reset()
    find.mutate(words)
  }
  const refused = readFieldErrors(find.error).words
  return (
    <Page
      title="Rights desk"
      subtitle="What is held on a household, for people who ask. Every search and every look is recorded."
      tabs={<LinkTabs label="Settings" tabs={useSettingsTabs()} />}
      actions={<ButtonLink to="/settings/data-protection">Back to Data protection</ButtonLink>}
    >
      <Sections>
        <Section title="Find a household">
          <SearchForm
            words={words}
            onWords={setWords}
            error={refused ?? null}
            isPending={find.isPending}
            isDisabled={whyNot !== null}
            onSubmit={submit}
          />
          {whyNot === null ? null : <p>{whyNot}</p>}
          {find.error === null || refused !== undefined ? null : (
            <Notice kind="error">{explainError(find.error)}</Notice>
          )}
          {open.error === null ? null : <Notice kind="error">{explainError(open.error)}</Notice>}
          <div aria-live="polite">
            {find.data ? <Summary found={find.data.households.length} hasMore={find.data.has_more} /> : null}
          </div>
          {find.data && find.data.households.length === 0 ? (
            <Button isPending={open.isPending} isDisabled={whyNot !== null} onPress={() => open.mutate(words.trim())}>
              Look it up as a reference in the months and campaigns
            </Button>
          ) : null}
        </Section>
        {find.data && find.data.households.length > 0 ? (
          <Section title="Found" isFlush>
            <FoundHouseholds
              households={find.data.households}
              opening={open.isPending ? open.variables : null}
              isDisabled={whyNot !== null}
              onOpen={open.mutate}
            />
          </Section>
        ) : null}
        {file ? (
          <HouseholdFileView
            file={file}
            headingRef={heading}
            onChanged={() => open.mutate(file.household_reference)}
            onErased={() => {
              setFile(null)
              find.reset()
            }}
          />
        ) : null}
      </Sections>
    </Page>
  )
}

interface SearchFormProps {
  words: string
  onWords: (words: string) => void
  error: string | null
  isPending: boolean
  isDisabled: boolean
  onSubmit: () => void
}

function SearchForm({ words, onWords, error, isPending, isDisabled, onSubmit }: SearchFormProps) {
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    onSubmit()
  }
  return (
    <form className={styles.search} aria-label="Find a household" onSubmit={submit} noValidate>
      <TextField label={WORDS} value={words} onChange={onWords} maxLength={200} error={error} />
      <Button
        type="submit"
        variant="primary"
        icon={<Search aria-hidden />}
        isPending={isPending}
        isDisabled={isDisabled}
      >
        Find
      </Button>
    </form>
  )
}

interface FoundHouseholdsProps {
  households: FoundHousehold[]
  opening: string | null
  isDisabled: boolean
  onOpen: (reference: string) => void
}

function FoundHouseholds({ households, opening, isDisabled, onOpen }: FoundHouseholdsProps) {
  return (
    <DataTable<FoundHousehold>
      caption="Households found"
      columns={[
        { id: 'reference', heading: 'Reference', cell: (one) => one.household_reference, isUnbroken: true },
        { id: 'name', heading: 'Name', cell: (one) => one.name },
        { id: 'address', heading: 'Address', cell: (one) => <span className={styles.address}>{one.address}</span> },
        {
          id: 'open',
          heading: 'Open',
          isHeadingHidden: true,
          isAction: true,
          cell: ({ household_reference: reference }) => (
            <Button
              aria-label={`Open ${reference}`}
              isPending={opening === reference}
              isDisabled={isDisabled}
              onPress={() => onOpen(reference)}
            >
              Open
            </Button>
          ),
        },
      ]}
      rows={households}
      keyOf={(one) => one.household_reference}
      isFolding
    />
  )
}

function Summary({ found, hasMore }: { found: number; hasMore: boolean }) {
  if (found === 0)
    return <p>No contact matches. A household without contact details can be looked up by its reference.</p>
  return (
    <p>
      {hasMore
        ? `More than ${formatCount(found, 'household')}: write more of the name or the address to narrow them.`
        : `${formatCount(found, 'household')} found.`}
    </p>
  )
}
