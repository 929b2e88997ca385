import { useMutation, useQuery } from '@tanstack/react-query'
import { FileText, Image, Link } from 'lucide-react'
import { useMemo, type ReactNode } from 'react'
import { useLocation } from 'react-router-dom'
import { createFilterLink } from '#contract/households/filterLinks'
import { call } from '../../../../api/call'
import { explainError } from '../../../../api/errors'
import { figure, formatCount } from '../../../../lib/counts'
import { formatDay } from '../../../../lib/moments'
import { useReasonOffline } from '../../../../state/connectivity'
import { filterRequestAtom, selectedFiltersAtom } from '../../../../state/filters/selectedFilters'
import { writeTemplateDetails } from '../../../../state/filters/templateValues'
import { dotColourAtom, shownBy, wardMeasureAtom, type MapView } from '../../../../state/mapView'
import { useAtomValue } from '../../../../state/store'
import { Button } from '../../../../ui/button/Button'
import { Dialog } from '../../../../ui/dialog/Dialog'
import { Notice } from '../../../../ui/notice/Notice'
import { notify } from '../../../../ui/notify/notify'
import { TextField } from '../../../../ui/text-field/TextField'
import { readPlace } from '../canvas/mapPlace'
import { householdsQuery } from '../data/households'
import type { PaperFormat } from '../paper/exportMap'
import { countOnPaper } from './countOnPaper'
import styles from './ShareDialog.module.css'

export interface ShareDialogProps {
  view: MapView
  whyNoExport: string | null
  onExport: (format: PaperFormat) => void
  onClose: () => void
}

/** On paper, as a picture, or as a link. */
export function ShareDialog({ view, whyNoExport, onExport, onClose }: ShareDialogProps) {
  const save = (format: PaperFormat) => {
    onClose()
    onExport(format)
  }
  return (
    <Dialog title="Print or share" onClose={onClose} footer={<Button onPress={onClose}>Close</Button>}>
      <div className={styles.choices}>
        {view === 'household' ? <LittleOnPaper /> : null}
        <Choice title="On paper" detail="A page for a report, with figures, filters, legend and a table by ward.">
          <Button icon={<FileText aria-hidden />} isDisabled={whyNoExport !== null} onPress={() => save('pdf')}>
            Map as PDF
          </Button>
          <Button icon={<Image aria-hidden />} isDisabled={whyNoExport !== null} onPress={() => save('picture')}>
            Map as picture
          </Button>
          {whyNoExport === null ? null : <p className={styles.detail}>Saving the map: {whyNoExport}</p>}
        </Choice>
        <LinkToView view={view} />
      </div>
    </Dialog>
  )
}

function Choice({ title, detail, children }: { title: string; detail: string; children: ReactNode }) {
  return (
    <section className={styles.choice}>
      <h3>{title}</h3>
      <p className={styles.detail}>{detail}</p>
      <div className={styles.buttons}>{children}</div>
    </section>
  )
}

function LittleOnPaper() {
  const request = useAtomValue(filterRequestAtom)
  const { data: picture } = useQuery({ ...householdsQuery(request), enabled: false })
  const counted = useMemo(() => (picture?.view === 'household' ? countOnPaper(picture) : null), [picture])
  if (!counted || counted.drawn * 2 >= counted.all) return null
  return (
    <Notice kind="warning">
      {`The map on paper would be nearly blank: it leaves out squares with fewer than 8 of these households, and so about ${figure(counted.all - counted.drawn)} of ${formatCount(counted.all, 'household')}. The ward map shows more. Figures and table are not affected.`}
    </Notice>
  )
}

function boundsInView() {
  const kept = readPlace()
  if (!kept) return null
  const [west, south, east, north] = kept.bounds
  return { west, south, east, north }
}

function LinkToView({ view }: { view: MapView }) {
  const selection = useAtomValue(selectedFiltersAtom)
  const colour = useAtomValue(dotColourAtom)
  const measure = useAtomValue(wardMeasureAtom)
  const { search } = useLocation()
  const whyNot = useReasonOffline('Making a link needs')
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: () => {
      const seen = { view, shown: shownBy(search), bounds: boundsInView(), colour, measure }
      return call(createFilterLink, { body: { filter_template_details: writeTemplateDetails(selection), view: seen } })
    },
  })
  const address = data ? `${location.origin}/filters/${data.code}` : ''
  const copy = () => {
    // Without permission, people copy from the field.
    navigator.clipboard.writeText(address).then(
      () => notify.success('Link copied.'),
      () => notify.error('This browser did not let Doorstep copy. Select the link and copy it.'),
    )
  }
  return (
    <Choice
      title="Link to this view"
      detail="Colleagues who are signed in see the same filters, map, place and colours. The link holds a code alone: the filters stay in Doorstep."
    >
      {data ? (
        <>
          <TextField label="Link" value={address} onChange={() => {}} isReadOnly autoFocus />
          <Button variant="primary" icon={<Link aria-hidden />} onPress={copy}>
            Copy link
          </Button>
          <p className={styles.detail}>It works until {formatDay(data.expires_at)}.</p>
          {data.removed_made_at ? (
            <Notice kind="warning">
              {`You have as many links as Doorstep stores for a person. The one unopened for longest, made on ${formatDay(data.removed_made_at)}, no longer works.`}
            </Notice>
          ) : null}
        </>
      ) : (
        <Button icon={<Link aria-hidden />} isDisabled={whyNot !== null} isPending={isPending} onPress={() => mutate()}>
          Make a link
        </Button>
      )}
      {whyNot === null ? null : <p className={styles.detail}>{whyNot}</p>}
      {error ? <Notice kind="error">{explainError(error)}</Notice> : null}
    </Choice>
  )
}
