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

/** Paths in the architecture are written from the folder that a section is about. */
const ROOTS = ['', 'src/', 'src/app/', 'src/server/', 'src/app/features/', 'src/server/modules/']

test('a file of the code that a document names is there', () => {
  const missing = documents
    .filter((document) => document !== 'CHANGELOG.md' && document !== 'docs/adding-a-feature.md')
    .flatMap((document) =>
      [...textOf(document).matchAll(/`([\w.-]+(?:\/[\w.-]+)+\.(?:tsx?|mjs|cjs|css))`/g)]
        .filter(([, path = '']) => !ROOTS.some((root) => isFile(root + path)))
        .map(([whole]) => `${document}: ${whole}`),
    )
  expect(missing).toEqual([])
})
