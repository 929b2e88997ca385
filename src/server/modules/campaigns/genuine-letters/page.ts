/** Plain HTML, so that it works without scripts and in the browser's colours. */
import { LANGUAGES, type Language } from '#contract/households/languages'
import { letterPath, type GenuineLetter, type LetterPage } from './service'
import { PAGE_WORDS } from './words'

export type LetterCheckOutcome =
  | { readonly kind: 'asks' }
  | { readonly kind: 'genuine'; readonly letter: GenuineLetter }
  | { readonly kind: 'unknown'; readonly written: string }
  | { readonly kind: 'tooMany' }
  | { readonly kind: 'away' }

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => ESCAPES[sign] ?? '')

const STYLE = `
:root{color-scheme:light dark}
body{margin:0;background:Canvas;color:CanvasText;font:1.125rem/1.5 system-ui,sans-serif}
main{max-width:38rem;margin:0 auto;padding:1.5rem 1rem 3rem;overflow-wrap:break-word}
h1{font-size:1.75rem;line-height:1.2;margin:.5rem 0 1rem}
h2{font-size:1.375rem;line-height:1.25;margin:0 0 .5rem}
nav{text-align:right;padding:.5rem 1rem 0}
nav a,.ring a{display:inline-block;padding:.5rem 0}
label{display:block;font-weight:600}
.hint{margin:0;opacity:.85}
input{box-sizing:border-box;width:100%;max-width:22rem;margin:.5rem 0 1rem;padding:.625rem;font:inherit;
letter-spacing:.06em;text-transform:uppercase;color:FieldText;background:Field;border:2px solid CanvasText}
button{font:inherit;font-weight:600;padding:.75rem 1.25rem;min-height:2.75rem;cursor:pointer;
color:Canvas;background:CanvasText;border:2px solid CanvasText}
:focus-visible{outline:3px solid Highlight;outline-offset:3px}
.answer{margin:0 0 2rem;padding:1rem;border:3px solid CanvasText;border-left-width:.75rem}
dl{margin:0 0 1rem}dt{font-weight:600}dd{margin:0 0 .5rem}
.ring{font-weight:600}
`

/** An organisation's page. */
export function renderLetterPage(page: LetterPage, language: Language, outcome: LetterCheckOutcome): string {
  const words = PAGE_WORDS[language]
  const name = escaped(page.name)
  const others = LANGUAGES.filter((other) => other !== language && page.languages.includes(other))
  const written = outcome.kind === 'unknown' ? outcome.written : ''
  const isWrong = outcome.kind === 'unknown'
  return html(
    language,
    words.title(name),
    `${others.length === 0 ? '' : `<nav>${others.map((other) => link(page, other)).join(' ')}</nav>`}
<main>
<h1>${words.title(name)}</h1>
${answer(page, language, outcome)}
<p>${words.intro(name)}</p>
<form method="get" action="${letterPath(page.slug)}">
<input type="hidden" name="lang" value="${language}">
<label for="code">${words.code}</label>
<p class="hint" id="hint">${words.hint}</p>
<input id="code" name="code" required maxlength="40" autocomplete="off" autocapitalize="characters" spellcheck="false"
 aria-describedby="${isWrong ? 'answer hint' : 'hint'}"${isWrong ? ' aria-invalid="true"' : ''} value="${escaped(written)}">
<div><button>${words.check}</button></div>
</form>
<p>${words.noName}</p>
</main>`,
  )
}

/** For an unknown address. */
export const renderNoSuchPage = (language: Language): string =>
  html(language, PAGE_WORDS[language].nothingHere, `<main><h1>${PAGE_WORDS[language].nothingHere}</h1></main>`)

function answer(page: LetterPage, language: Language, outcome: LetterCheckOutcome): string {
  const words = PAGE_WORDS[language]
  const name = escaped(page.name)
  const ring =
    page.phone === null
      ? `<p class="ring">${words.noPhone(name)}</p>`
      : `<p class="ring">${words.ring} <a href="tel:${escaped(page.phone.replace(/[^+\d]/g, ''))}">${escaped(page.phone)}</a></p>`
  switch (outcome.kind) {
    case 'asks':
      return ''
    case 'genuine': {
      const { benefit, sentAt } = outcome.letter
      const day = sentAt.toLocaleDateString(words.locale, { dateStyle: 'long', timeZone: 'Europe/London' })
      return box(
        words.yes(name),
        `<dl><dt>${words.sent}</dt><dd>${day}</dd><dt>${words.about}</dt><dd>${words.benefits[benefit]}</dd></dl>${ring}<p>${words.copied(name)}</p>`,
      )
    }
    case 'unknown':
      return box(words.no, `<p>${words.noAdvice(name)}</p>${ring}`)
    case 'tooMany':
      return box(words.tooMany, ring)
    case 'away':
      return box(words.away, ring)
  }
}

const box = (title: string, content: string) =>
  `<section class="answer" id="answer" aria-labelledby="result"><h2 id="result">${title}</h2>${content}</section>`

const link = (page: LetterPage, language: Language) =>
  `<a href="${letterPath(page.slug)}?lang=${language}" lang="${language}" hreflang="${language}">${PAGE_WORDS[language].otherLanguage}</a>`

const html = (language: Language, title: string, body: string) => `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<title>${title}</title>
<style>${STYLE}</style>
</head>
<body>
${body}
</body>
</html>
`
