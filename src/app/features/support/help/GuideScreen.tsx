import { useState } from 'react'
import { useParams } from 'react-router-dom'
import { ButtonLink } from '../../../ui/button/ButtonLink'
import { NotFound } from '../../../ui/error-state/NotFound'
import { Page } from '../../../ui/page/Page'
import type { Guide, Job, Picture, Term } from './guide'
import { GUIDES, isGuideSlug } from './guides'
import styles from './Help.module.css'
import { findPicture } from './pictures'
import { PICTURE_SIZE } from './pictureSize'

/** /help/:slug: one guide. */
export function GuideScreen() {
  const { slug } = useParams()
  if (!isGuideSlug(slug))
    return <NotFound title="Guide not found" detail="There is no guide of this name." to="/help" place="Help" />
  return <GuidePage guide={GUIDES[slug]} />
}

/** A guide, laid out. */
export function GuidePage({ guide: { title, summary, who, needs, jobs, problems, terms } }: { guide: Guide }) {
  return (
    <Page title={title} subtitle={summary} actions={<ButtonLink to="/help">All guides</ButtonLink>}>
      <article className={styles.guide}>
        <h2>Who this is for</h2>
        <p>{who}</p>
        {needs.length > 0 ? (
          <>
            <h2>What you need</h2>
            <ul>
              {needs.map((need, index) => (
                <li key={index}>{need}</li>
              ))}
            </ul>
          </>
        ) : null}
        {jobs.map((job) => (
          <Steps key={job.title} job={job} />
        ))}
        {terms ? <Terms title={terms.title} list={terms.list} /> : null}
        {problems.length > 0 ? <Terms title="What can go wrong, and what to do" list={problems} /> : null}
      </article>
    </Page>
  )
}

function Steps({ job: { title, steps, picture } }: { job: Job }) {
  return (
    <section>
      <h2>{title}</h2>
      <ol>
        {steps.map((step, index) => (
          <li key={index}>{step}</li>
        ))}
      </ol>
      {picture ? <Shown picture={picture} /> : null}
    </section>
  )
}

function Terms({ title, list }: { title: string; list: readonly Term[] }) {
  return (
    <section>
      <h2>{title}</h2>
      <dl>
        {list.map(([term, meaning]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function Shown({ picture: { name, alt } }: { picture: Picture }) {
  const [isMissing, setIsMissing] = useState(false)
  if (isMissing) return null
  return (
    <img
      className={styles.picture}
      src={findPicture(name)}
      alt={alt}
      {...PICTURE_SIZE}
      loading="lazy"
      onError={() => setIsMissing(true)}
    />
  )
}
