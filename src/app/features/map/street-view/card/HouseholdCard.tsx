import { useQuery } from '@tanstack/react-query'
import { describeEstimateBasis } from '#contract/households/estimates'
import { getHouseholdCard, type HouseholdCard as Card } from '#contract/households/households'
import { VISIT_OUTCOME_WORDS } from '#contract/households/visitOutcomes'
import { queryOptions } from '../../../../api/queryOptions'
import { formatDay } from '../../../../lib/moments'
import { filterRequestAtom } from '../../../../state/filters/selectedFilters'
import { useAtomValue } from '../../../../state/store'
import { Dialog } from '../../../../ui/dialog/Dialog'
import { Notice } from '../../../../ui/notice/Notice'
import { DetailList } from '../../../../ui/page/Facts'
import { QueryState } from '../../../../ui/query-state/QueryState'
import styles from './HouseholdCard.module.css'

/** Why a household is on the map: its filter values, unclaimed benefits, last contact. */
export default function HouseholdCard({ reference, onClose }: { reference: string; onClose: () => void }) {
  const request = useAtomValue(filterRequestAtom)
  const body = { ...request, household_reference: reference }
  // Each look is audited: no cache.
  const card = useQuery({ ...queryOptions(getHouseholdCard, { body }), gcTime: 0, staleTime: Infinity })
  return (
    <Dialog title={`Why ${reference} is here`} onClose={onClose}>
      <QueryState query={card} what="Why this household is here">
        {(data) => <Content card={data} />}
      </QueryState>
    </Dialog>
  )
}

function Content({ card: { ward_name, values, unclaimed, basis, last_contacted, last_visit } }: { card: Card }) {
  return (
    <div className={styles.card}>
      <section>
        <h3>What the filters look at</h3>
        {values.length === 0 ? (
          <p>No filters are selected: every household is shown.</p>
        ) : (
          <DetailList details={values.map(({ display_name: name, value }) => ({ name, value }))} />
        )}
      </section>
      <section>
        <h3>Benefits left unclaimed, by our estimate</h3>
        {unclaimed === null ? (
          <p>Your organisation does not show these to your role.</p>
        ) : unclaimed.length === 0 ? (
          <p>None that we know of.</p>
        ) : (
          <>
            {basis.warning === null ? null : <Notice kind="warning">{basis.warning}</Notice>}
            <DetailList
              details={unclaimed.map(({ display_name: name, value, known, assumed }) => ({
                name,
                value: (
                  <>
                    {value}
                    <p className={styles.note}>{known.join(' ')}</p>
                    {assumed.length === 0 ? null : (
                      <ul className={styles.assumed} aria-label={`Assumed for ${name}`}>
                        {assumed.map((words) => (
                          <li key={words}>{words}</li>
                        ))}
                      </ul>
                    )}
                  </>
                ),
              }))}
            />
            <p className={styles.note}>{describeEstimateBasis(basis)}</p>
          </>
        )}
      </section>
      <section>
        <h3>This household</h3>
        <DetailList
          details={[
            { name: 'Ward', value: ward_name },
            ...(last_visit === null
              ? []
              : [
                  {
                    name: 'Last visit',
                    value: `${VISIT_OUTCOME_WORDS[last_visit.outcome]}, ${formatDay(last_visit.day)}`,
                  },
                ]),
            ...(last_contacted === undefined
              ? []
              : [
                  {
                    name: 'Last contacted',
                    value: last_contacted === null ? 'Never by a campaign' : formatDay(last_contacted),
                  },
                ]),
          ]}
        />
      </section>
      <p className={styles.note}>Looking at a household is recorded in the audit log.</p>
    </div>
  )
}
