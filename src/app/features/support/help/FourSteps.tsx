import { Link } from 'react-router-dom'
import { helpPath } from '../../../state/guides'

/** What a newcomer does first. */
export const FourSteps = () => (
  <ol>
    <li>
      <Link to={helpPath('find-households')}>Find households</Link>: type a word such as “pensioner” into{' '}
      <b>Search for a filter...</b>
    </li>
    <li>
      Save your filters: press <b>Create template with selected filters</b>.
    </li>
    <li>
      Write to them by <Link to={helpPath('text-campaign')}>text</Link> or{' '}
      <Link to={helpPath('letter-campaign')}>letter</Link>: press <b>Actions</b>, then <b>Create new campaign</b>.
    </li>
    <li>
      Write down the <Link to={helpPath('replies')}>replies</Link>. Later, read the{' '}
      <Link to={helpPath('report')}>report</Link>.
    </li>
  </ol>
)
