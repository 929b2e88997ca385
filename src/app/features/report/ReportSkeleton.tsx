import { Section, Sections } from '../../ui/page/Section'
import { Skeleton } from '../../ui/skeleton/Skeleton'
import { VisuallyHidden } from '../../ui/visually-hidden/VisuallyHidden'
import styles from './Report.module.css'

const TILES = ['claiming', 'carers', 'annual', 'lifetime']

/** The report's placeholder while it loads. */
export function ReportSkeleton() {
  return (
    <div aria-busy="true">
      <VisuallyHidden>
        <p role="status">Loading the report…</p>
      </VisuallyHidden>
      <Sections>
        <Section title="Campaign Details">
          <Skeleton height="var(--space-20)" />
        </Section>
        <Section title="Campaign Impact">
          <div className={styles.tiles}>
            {TILES.map((part) => (
              <Skeleton key={part} height="var(--space-20)" />
            ))}
          </div>
          <Skeleton height="var(--chart-height)" />
        </Section>
      </Sections>
    </div>
  )
}
