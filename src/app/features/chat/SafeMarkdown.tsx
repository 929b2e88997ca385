/**
 * Markdown without HTML (docs/product.md#policy-assistant). Only links to a reply's sources work; other links and all
 * images stay text, so that a reply can reach no other site.
 */
import type { ComponentProps } from 'react'
import Markdown, { type Components } from 'react-markdown'
import { Link } from 'react-router-dom'
import remarkGfm from 'remark-gfm'
import styles from './Reply.module.css'

const plugins = [remarkGfm]

/** Formatted text. `links`: the addresses of this app that may be links. */
export function SafeMarkdown({ text, links = [] }: { text: string; links?: readonly string[] }) {
  const components: Components = {
    // The page has its own headings.
    h1: 'h3',
    h2: 'h3',
    a: ({ href, children }) =>
      href !== undefined && links.includes(href) ? (
        <Link to={href} target="_blank">
          {children}
        </Link>
      ) : (
        <span>
          {children} {href !== undefined && href !== '' && children !== href ? `(${href})` : null}
        </span>
      ),
    img: ({ alt, src }) => (
      <span>{[alt, typeof src === 'string' && src !== '' ? `(${src})` : ''].filter(Boolean).join(' ')}</span>
    ),
    // GFM task lists and footnotes bring controls and links.
    input: () => null,
    sup: ({ children }) => <span>{children}</span>,
    table: (props: ComponentProps<'table'>) => (
      <div className={styles.table} tabIndex={0} role="region" aria-label="Table">
        <table>{props.children}</table>
      </div>
    ),
  }
  return (
    <div className={styles.markdown}>
      <Markdown remarkPlugins={plugins} components={components} skipHtml>
        {text}
      </Markdown>
    </div>
  )
}
