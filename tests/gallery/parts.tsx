import { Download, House, MapPin, Search, X } from 'lucide-react'
import { ActionBar } from '../../src/app/ui/action-bar/ActionBar'
import { After } from '../../src/app/ui/after/After'
import { QueryState, type ShownQuery } from '../../src/app/ui/query-state/QueryState'
import { Row, Rows } from '../../src/app/ui/rows/Rows'
import { Badge } from '../../src/app/ui/badge/Badge'
import { DoorMark } from '../../src/app/ui/brand/DoorMark'
import { Button } from '../../src/app/ui/button/Button'
import { ButtonLink } from '../../src/app/ui/button/ButtonLink'
import { IconButton } from '../../src/app/ui/button/IconButton'
import { NativeButton } from '../../src/app/ui/button/NativeButton'
import { Chip } from '../../src/app/ui/chip/Chip'
import { Disclosure } from '../../src/app/ui/disclosure/Disclosure'
import { EmptyState, OfflineState } from '../../src/app/ui/empty-state/EmptyState'
import { ErrorState } from '../../src/app/ui/error-state/ErrorState'
import { InfoTip } from '../../src/app/ui/info-tip/InfoTip'
import { LinkTabs } from '../../src/app/ui/link-tabs/LinkTabs'
import { Menu } from '../../src/app/ui/menu/Menu'
import { Notice } from '../../src/app/ui/notice/Notice'
import { notify } from '../../src/app/ui/notify/notify'
import { DetailList, FactGrid } from '../../src/app/ui/page/Facts'
import { Panel, Section, Sections } from '../../src/app/ui/page/Page'
import { Pager } from '../../src/app/ui/pager/Pager'
import { ProgressBar } from '../../src/app/ui/progress-bar/ProgressBar'
import { Skeleton } from '../../src/app/ui/skeleton/Skeleton'
import { Spinner } from '../../src/app/ui/spinner/Spinner'
import { Tooltip } from '../../src/app/ui/tooltip/Tooltip'
import { VisuallyHidden } from '../../src/app/ui/visually-hidden/VisuallyHidden'
import { ATable, ROWS, ADialog, AQuestion, ASheet } from './overlays'
import type { GalleryPart } from './galleryPart'
import { fieldParts } from './fieldParts'

const LOADING: ShownQuery<string> = { data: undefined, error: null, isPaused: false, refetch: () => {} }
const nothing = () => {}

/** Every part in all its states: what the gallery shows, and what axe and the screenshots run over. */
export const PARTS: readonly GalleryPart[] = [
  {
    part: 'button',
    states: [
      { state: 'primary', show: <Button variant="primary">Continue</Button> },
      { state: 'secondary', show: <Button>Cancel</Button> },
      { state: 'quiet', show: <Button variant="quiet">Clear all</Button> },
      { state: 'danger', show: <Button variant="danger">Delete</Button> },
      { state: 'with an icon', show: <Button icon={<Download aria-hidden />}>Export CSV</Button> },
      {
        state: 'large',
        show: (
          <Button variant="primary" size="large">
            Continue
          </Button>
        ),
      },
      {
        state: 'disabled',
        show: (
          <Button variant="primary" isDisabled>
            Continue
          </Button>
        ),
      },
      {
        state: 'pending',
        show: (
          <Button variant="primary" isPending>
            Saving
          </Button>
        ),
      },
      { state: 'icon', show: <IconButton label="Close" icon={<X aria-hidden />} /> },
      { state: 'icon, small', show: <IconButton size="small" label="Close it" icon={<X aria-hidden />} /> },
      { state: 'icon, disabled', show: <IconButton isDisabled label="Close no more" icon={<X aria-hidden />} /> },
      { state: 'link', show: <ButtonLink to="/gallery">Back to Street View</ButtonLink> },
      { state: 'native', show: <NativeButton variant="primary">Continue</NativeButton> },
      {
        state: 'native, pending',
        show: (
          <NativeButton variant="primary" disabled isPending>
            Logging in...
          </NativeButton>
        ),
      },
    ],
  },
  {
    part: 'data-table',
    states: [
      { state: 'with rows', show: <ATable rows={ROWS} /> },
      { state: 'empty', show: <ATable rows={[]} /> },
    ],
  },
  {
    part: 'pager',
    states: [
      {
        state: 'the first of several pages',
        show: <Pager label="Pages of wards" summary="1 to 50 of 120" page={1} pages={3} onPage={nothing} />,
      },
      {
        state: 'one page',
        show: <Pager label="Pages of streets" summary="12 streets" page={1} pages={1} onPage={nothing} />,
      },
    ],
  },
  ...fieldParts,
  {
    part: 'link-tabs',
    states: [
      {
        state: 'the first is current',
        show: (
          <LinkTabs
            label="Street View"
            tabs={[
              { label: 'Map', to: '/', isCurrent: true },
              { label: 'List', to: '/?show=list', isCurrent: false },
              { label: 'Trends', to: '/trends', isCurrent: false },
            ]}
          />
        ),
      },
    ],
  },
  {
    part: 'menu',
    states: [
      {
        state: 'closed; opens on a press',
        show: (
          <Menu
            label="Actions"
            trigger={<Button>Actions</Button>}
            items={[
              { id: 'a', label: 'Send to Calculator', onAction: nothing },
              { id: 'b', label: 'Export CSV', icon: <Download aria-hidden />, onAction: nothing },
              { id: 'c', label: 'Create campaign', onAction: nothing, whyNot: 'needs a connection' },
              { id: 'd', label: 'Delete', onAction: nothing, isDanger: true },
            ]}
          />
        ),
      },
    ],
  },
  {
    part: 'dialog',
    states: [
      { state: 'closed; opens on a press', show: <ADialog /> },
      { state: 'a decision', show: <AQuestion /> },
    ],
  },
  { part: 'sheet', states: [{ state: 'closed; opens on a press', show: <ASheet /> }] },
  {
    part: 'tooltip',
    states: [
      {
        state: 'on hover and focus',
        show: (
          <Tooltip text="Why this is so">
            <Button>Rest here</Button>
          </Tooltip>
        ),
      },
    ],
  },
  {
    part: 'info-tip',
    states: [{ state: 'opens on a press', show: <InfoTip subject="weekly income">Before housing costs.</InfoTip> }],
  },
  {
    part: 'chip',
    states: [
      { state: 'plain', show: <Chip text="Ashby ward" /> },
      { state: 'button', show: <Chip text="3 applied" onPress={nothing} /> },
      { state: 'removable', show: <Chip text="Pension age" onRemove={nothing} /> },
    ],
  },
  {
    part: 'badge',
    states: (['neutral', 'accent', 'green', 'red', 'yellow', 'purple'] as const).map((tone) => ({
      state: tone,
      show: <Badge tone={tone}>Awaiting approval</Badge>,
    })),
  },
  {
    part: 'disclosure',
    states: [
      {
        state: 'closed',
        show: (
          <Disclosure title="Income" aside={<Badge tone="accent">2</Badge>}>
            Inside
          </Disclosure>
        ),
      },
      {
        state: 'open',
        show: (
          <Disclosure title="Housing" defaultExpanded>
            Inside
          </Disclosure>
        ),
      },
      {
        state: 'quiet',
        show: (
          <Disclosure title="Tenure" look="quiet">
            Inside
          </Disclosure>
        ),
      },
    ],
  },
  {
    part: 'notice',
    states: (['info', 'success', 'warning', 'error'] as const).map((kind) => ({
      state: kind,
      show: (
        <Notice kind={kind} title="You are offline" action={<Button variant="quiet">Try again</Button>}>
          What you see is as at 10:42.
        </Notice>
      ),
    })),
  },
  {
    part: 'empty-state',
    states: [
      {
        state: 'with everything',
        show: (
          <EmptyState
            icon={<House />}
            title="No households match"
            detail="Take a filter away to see more."
            actions={<Button>Clear all</Button>}
          />
        ),
      },
      { state: 'a title alone', show: <EmptyState title="Nothing here" /> },
      { state: 'offline', show: <OfflineState what="The map" /> },
    ],
  },
  {
    part: 'error-state',
    states: [
      {
        state: 'with a retry',
        show: (
          <ErrorState
            title="The map could not be loaded"
            detail="Check your connection and try again."
            onRetry={nothing}
          />
        ),
      },
      { state: 'without', show: <ErrorState title="Campaign not found" /> },
    ],
  },
  {
    part: 'spinner',
    states: [
      { state: 'labelled', show: <Spinner label="...loading" /> },
      { state: 'small', show: <Spinner size="small" /> },
    ],
  },
  {
    part: 'progress-bar',
    states: [{ state: 'along the top of the window', show: <ProgressBar label="Loading page…" after={0} /> }],
  },
  {
    part: 'action-bar',
    states: [
      {
        state: 'below a page',
        show: (
          <ActionBar>
            <Button>Send for Review</Button>
          </ActionBar>
        ),
      },
    ],
  },
  { part: 'after', states: [{ state: 'a second later', show: <After milliseconds={1_000}>Sending 1 change…</After> }] },
  {
    part: 'skeleton',
    states: [
      { state: 'a line', show: <Skeleton /> },
      { state: 'a figure', show: <Skeleton width="var(--space-20)" height="var(--leading-2xl)" /> },
    ],
  },
  {
    part: 'notify',
    states: [
      {
        state: 'success',
        show: (
          <Button onPress={() => void notify.success('1,204 households sent to the calculator')}>Show success</Button>
        ),
      },
      { state: 'error', show: <Button onPress={() => void notify.error('An error occurred')}>Show error</Button> },
    ],
  },
  {
    part: 'page',
    states: [
      { state: 'panel', show: <Panel>A sheet of surface</Panel> },
      {
        state: 'facts',
        show: (
          <FactGrid
            facts={[
              ['Campaign Type', 'Pension Credit'],
              ['Communication Channel', 'SMS'],
            ]}
          />
        ),
      },
      {
        state: 'sections',
        show: (
          <Sections>
            <Section title="Your details" detail="What Doorstep knows of you." actions={<Button>Change</Button>}>
              <DetailList details={[{ name: 'Email', value: 'viewer@northmere.example' }]} />
            </Section>
          </Sections>
        ),
      },
    ],
  },
  {
    part: 'rows',
    states: [
      {
        state: 'two unfinished texts',
        show: (
          <Rows>
            <Row name="Winter" to="/" detail="Changed today">
              <Button>Delete</Button>
            </Row>
            <Row name="Spring" to="/" detail="Changed yesterday">
              <Button>Delete</Button>
            </Row>
          </Rows>
        ),
      },
    ],
  },
  {
    part: 'query-state',
    states: [
      {
        state: 'loading',
        show: (
          <QueryState what="The list" query={LOADING}>
            {() => null}
          </QueryState>
        ),
      },
      {
        state: 'offline',
        show: (
          <QueryState what="The list" query={{ ...LOADING, isPaused: true }}>
            {() => null}
          </QueryState>
        ),
      },
      {
        state: 'failed',
        show: (
          <QueryState what="The list" query={{ ...LOADING, error: new Error('An error occurred') }}>
            {() => null}
          </QueryState>
        ),
      },
      {
        state: 'loaded',
        show: (
          <QueryState what="The list" query={{ ...LOADING, data: 'The list' }}>
            {(data) => data}
          </QueryState>
        ),
      },
    ],
  },
  { part: 'brand', states: [{ state: 'mark', show: <DoorMark /> }] },
  {
    part: 'visually-hidden',
    states: [
      {
        state: 'read, not seen',
        show: (
          <p>
            <MapPin aria-hidden /> <Search aria-hidden /> <VisuallyHidden>Only read</VisuallyHidden>
          </p>
        ),
      },
    ],
  },
]
