import { render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { expect, test } from 'vitest'
import { GOVERNMENT_PAGES } from '#contract/assistant/assistant'
import { SafeMarkdown } from './SafeMarkdown'

const SOURCE = '/support/policy/notes/pension-credit#what-it-is'

const show = (text: string) =>
  render(
    <MemoryRouter>
      <SafeMarkdown text={text} links={[SOURCE]} />
    </MemoryRouter>,
  ).container

/** Ways in which Markdown makes a link or an image. */
const forms = [
  (to: string) => `[click](${to})`,
  (to: string) => `[click](<${to}> "Title")`,
  (to: string) => `[click][1]\n\n[1]: ${to}`,
  (to: string) => `<${to}>`,
  (to: string) => to,
  (to: string) => `![picture](${to})`,
  (to: string) => `![picture][1]\n\n[1]: ${to}`,
  (to: string) => `[![picture](${to})](${to})`,
  (to: string) => `[${SOURCE}](${to})`,
  (to: string) => `text[^1]\n\n[^1]: ${to}`,
  (to: string) => `| a |\n|---|\n| [b](${to}) |`,
  (to: string) => `# [click](${to})`,
  (to: string) => `- [ ] [click](${to})`,
  (to: string) => `> ![picture](${to})`,
  (to: string) => `<a href="${to}">click</a>`,
  (to: string) => `<img src="${to}" onerror="alert(1)">`,
  (to: string) => `<iframe src="${to}"></iframe>`,
  (to: string) => `<svg><image href="${to}"/></svg>`,
  (to: string) => `<form action="${to}"><button>Go</button></form>`,
  (to: string) => `<style>@import url(${to})</style>`,
]
const addresses = [
  'https://evil.example/p.png?d=secret',
  '//evil.example/p.png',
  'http://evil.example:8080',
  'javascript:alert(1)',
  'data:text/html;base64,PHNjcmlwdD4=',
  'mailto:thief@evil.example',
  '/backend/auth/logout',
  `https://evil.example${SOURCE}`,
  `${SOURCE}-else`,
  'www.evil.example',
]

test.each(forms.flatMap((form) => addresses.map((address) => form(address))))('nothing leads out of %j', (text) => {
  const shown = show(text)
  expect(
    shown.querySelectorAll('img, iframe, svg, style, script, form, input, [src], [style], [onerror], [action]').length,
  ).toBe(0)
  const links = [...shown.querySelectorAll('a')].map((link) => link.getAttribute('href'))
  expect(links.filter((href) => href !== SOURCE)).toEqual([])
})

test('government’s own pages on benefits are links, and nothing near them', () => {
  const page = GOVERNMENT_PAGES.Wales
  const links = [...show(`- Wales: ${page}\n- ${page}/else\n- https://evil.example/?${page}`).querySelectorAll('a')]
  expect(links.map((link) => link.getAttribute('href'))).toEqual([page])
})

test('a link to another site and an image are shown as their text', () => {
  const shown = show(
    'See [the form](https://evil.example/f), ![a chart](https://evil.example/c.png) or https://gov.uk.',
  )
  expect(shown.textContent).toBe(
    'See the form (https://evil.example/f), a chart (https://evil.example/c.png) or https://gov.uk.',
  )
})

test('a link to a source of the reply is one, in a new tab', () => {
  show(`See [the note](${SOURCE}).`)
  const link = screen.getByRole('link', { name: 'the note' })
  expect(link.getAttribute('href')).toBe(SOURCE)
  expect(link.getAttribute('target')).toBe('_blank')
})

test('tables and lists are formatted, HTML is left out', () => {
  const shown = show('<b>bold</b>\n\n| Rate | A week |\n|---|---|\n| Lower | £76.70 |\n\n- one')
  expect(screen.getByRole('table', { name: 'Table of Rate, A week' })).toBeTruthy()
  expect(screen.getByRole('list')).toBeTruthy()
  expect(shown.querySelector('b')).toBeNull()
})
