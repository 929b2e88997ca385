import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { files, textOf } from './files'

/* Comments and documents cite only what a reader of the repository can open. */

const isFile = (path: string) => files.includes(path)
const isFolder = (path: string) => files.some((file) => file.startsWith(`${path.replace(/\/$/, '')}/`))

const documents = files.filter((file) => /^(docs\/.*|[A-Z]+)\.md$/.test(file))
const code = files.filter((file) =>
  /^(src|sw|tests|\.scripts)\/.*\.(tsx?|mjs|cjs|css|sql)$|^vite\.config\.ts$/.test(file),
)

/** As GitHub makes the anchor of a heading. */
const anchorOf = (heading: string) =>
  heading
    .replace(/`|\*/g, '')
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')

const anchorsOf = (document: string) =>
  [...textOf(document).matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = '']) => anchorOf(heading))

/** What was left behind by the papers that Doorstep was made from, which are not here. */
const OUTSIDE = [
  /\bdecisions? \d+\b(?! ?\()/i,
  /\bP[12] ?§|\(P[12]\b|§\d/,
  /\b(interface|decisions|2-campaigns|1-household-map)\.md\b/,
  /(?<!docs\/|\.\.\/|\[|\()\bsnapshot-format\.md\b/,
  /(^|[^.])\.\.\/shared\b/,
  /\bthe issue(?!r)('s|s)?\b|\bissue \d+\b/i,
  /\bthe specification\b/i,
]

/** Its own patterns, and standards with paragraphs of their own. */
const excused = (file: string, line: string) =>
  file === 'tests/house/citations.test.ts' || /\bISO \d+|RFC \d+|GSM|@£\$/.test(line)

const isComment = (line: string) => /^\s*(\/?\*|\/\/|--|#)|\/\/ |\/\*/.test(line)

test('nothing cites what is not in the repository', () => {
  const found = [...code, ...documents].flatMap((file) =>
    textOf(file)
      .split('\n')
      .map((line, index) => ({ line, at: `${file}:${index + 1}` }))
      .filter(
        ({ line }) =>
          (file.endsWith('.md') ? !/\]\([^)]*decisions\//.test(line) : isComment(line)) && !excused(file, line),
      )
      .filter(({ line }) => OUTSIDE.some((pattern) => pattern.test(line)))
      .map(({ line, at }) => `${at} ${line.trim()}`),
  )
  expect(found, 'Say it in words, or point to docs/product.md#….').toEqual([])
})

test('a path or anchor under docs that a comment cites is there', () => {
  const missing = code.flatMap((file) =>
    [...textOf(file).matchAll(/(?<![\w/.])(docs\/[\w./-]*[\w-])(?:#([\w-]+))?/g)]
      .filter(([, path = '', anchor]) => {
        if (!isFile(path)) return !isFolder(path)
        return anchor !== undefined && !anchorsOf(path).includes(anchor)
      })
      .map(([whole]) => `${file}: ${whole}`),
  )
  expect(missing).toEqual([])
})

test('a link between documents leads somewhere', () => {
  const missing = documents.flatMap((document) =>
    [...textOf(document).matchAll(/\]\((?!https?:|mailto:)([^)#?\s]*)(?:\?[^)#]*)?(?:#([^)]+))?\)/g)]
      .filter(([, path = '', anchor]) => {
        const target = path === '' ? document : join(dirname(document), path)
        if (!isFile(target)) return !isFolder(target)
        return anchor !== undefined && !anchorsOf(target).includes(anchor)
      })
      .map(([whole]) => `${document}: ${whole}`),
  )
  expect(missing).toEqual([])
})

/** Paths in the architecture are written from the folder that a section is about, or as the bare name of a file. */
const ROOTS = ['', 'src/', 'src/app/', 'src/server/', 'src/app/features/', 'src/server/modules/']
const isThere = (path: string) =>
  path.includes('/') ? ROOTS.some((root) => isFile(root + path)) : files.some((file) => file.endsWith(`/${path}`))

test('a file of the code that a document names is there', () => {
  const missing = documents
    .filter((document) => document !== 'CHANGELOG.md')
    .flatMap((document) =>
      [...textOf(document).matchAll(/`([\w./-]+\.(?:tsx?|mjs|cjs|css))`/g)]
        // The walk through an invented feature names files that it makes.
        .filter(([, path = '']) => !/\bward-?notes\b/i.test(path) && !isThere(path))
        .map(([whole]) => `${document}: ${whole}`),
    )
  expect(missing).toEqual([])
})
