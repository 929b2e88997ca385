/** No HTML; only links to a reply's sources and to government's pages work, and images stay text (docs/product.md#policy-assistant). */
import Markdown, { type Components, type ExtraProps } from 'react-markdown'
import { Link } from 'react-router-dom'
import remarkGfm from 'remark-gfm'
import { GOVERNMENT_PAGES } from '#contract/assistant/assistant'
import styles from './AnswerCard.module.css'

const plugins = [remarkGfm]
const GOVERNMENT: ReadonlySet<string> = new Set(Object.values(GOVERNMENT_PAGES))

/** Formatted text. @param links the app's addresses that may be links */
export function SafeMarkdown({ text, links = [] }: { text: string; links?: readonly string[] }) {
  const components: Components = {
    // The page has its own headings.
    h1: 'h3',
    h2: 'h3',
    a: ({ href = '', children }) => {
      if (links.includes(href))
        return (
          <Link to={href} target="_blank">
            {children}
          </Link>
        )
      if (GOVERNMENT.has(href))
        return (
          <a href={href} target="_blank" rel="noopener noreferrer">
            {children}
          </a>
        )
      return (
        <span>
          {children}
          {href !== '' && children !== href ? ` (${href})` : null}
        </span>
      )
    },
    img: ({ alt, src }) => (
      <span>{[alt, typeof src === 'string' && src !== '' ? `(${src})` : ''].filter(Boolean).join(' ')}</span>
    ),
    // GFM task lists and footnotes bring controls and links.
    input: () => null,
    sup: ({ children }) => <span>{children}</span>,
    table: ({ node, children }) => {
      const name = `Table of ${listHeadings(node).join(', ')}`
      return (
        <div className={styles.table} tabIndex={0} role="region" aria-label={name}>
          <table aria-label={name}>{children}</table>
        </div>
      )
    },
  }
  return (
    <div className={styles.markdown}>
      <Markdown remarkPlugins={plugins} components={components} skipHtml>
        {text}
      </Markdown>
    </div>
  )
}

type Node = NonNullable<ExtraProps['node']>
type Child = Node['children'][number]

const listHeadings = (node: Child | undefined): string[] => {
  if (node?.type !== 'element') return []
  return node.tagName === 'th' ? [readText(node)].filter((text) => text !== '') : node.children.flatMap(listHeadings)
}

const readText = (node: Child): string => {
  if (node.type === 'text') return node.value
  return node.type === 'element' ? node.children.map(readText).join('') : ''
}
