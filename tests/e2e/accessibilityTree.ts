/** The page as Chromium tells it to screen readers. */
import { expect, type CDPSession, type Page } from '@playwright/test'

type Node = Awaited<ReturnType<typeof readTree>>[number]

/** What must have a name, be it a keyboard stop or not; of the rest only keyboard stops. */
const NAMED = new Set(
  `button link textbox searchbox combobox checkbox radio switch slider spinbutton menuitem menuitemradio menuitemcheckbox
   option tab dialog alertdialog menu listbox radiogroup table grid image img application region tabpanel progressbar
   PopUpButton DisclosureTriangle`.split(/\s+/),
)
/** Where the focus goes after a change of page, and the document itself. */
const FOCUSED_WITHOUT_NAME = new Set(['RootWebArea', 'main'])

const roleOf = ({ role }: Node) => String(role?.value ?? '')
const nameOf = ({ name }: Node) => String(name?.value ?? '').trim()
const valueOf = ({ properties = [] }: Node, wanted: string): unknown =>
  properties.find(({ name }) => name === wanted)?.value.value

const readTree = async (session: CDPSession) => (await session.send('Accessibility.getFullAXTree')).nodes

async function withSession<Read>(page: Page, read: (session: CDPSession) => Promise<Read>): Promise<Read> {
  const session = await page.context().newCDPSession(page)
  try {
    return await read(session)
  } finally {
    await session.detach()
  }
}

/** The element's first tag, when it needs a name: where the tree calls things focusable, scripts alone may reach them. */
async function elementOf(session: CDPSession, node: Node): Promise<string[]> {
  const { object } = await session.send('DOM.resolveNode', { backendNodeId: node.backendDOMNodeId ?? 0 })
  const { result } = await session.send('Runtime.callFunctionOn', {
    objectId: object.objectId ?? '',
    functionDeclaration: 'function () { return [this.tabIndex, this.cloneNode().outerHTML] }',
    returnByValue: true,
  })
  const [tabIndex, element] = result.value as [number, string]
  return NAMED.has(roleOf(node)) || tabIndex >= 0 ? [element] : []
}

/** Fails on what can be used and has no name. */
export async function expectNames(page: Page): Promise<void> {
  await namedNodes(page)
}

async function namedNodes(page: Page): Promise<Node[]> {
  const { nodes, nameless } = await withSession(page, async (session) => {
    const nodes = (await readTree(session)).filter(({ ignored }) => !ignored)
    const suspects = nodes.filter(
      (node) =>
        nameOf(node) === '' &&
        (NAMED.has(roleOf(node)) || (valueOf(node, 'focusable') === true && !FOCUSED_WITHOUT_NAME.has(roleOf(node)))),
    )
    return { nodes, nameless: await Promise.all(suspects.map((node) => elementOf(session, node))) }
  })
  expect(nameless.flat(), 'what has no name').toEqual([])
  return nodes
}

/**
 * Fails on what has no name too; on a page without one main part and one h1; on live regions that are hidden. Read again
 * when the page changed between two readings.
 */
export const expectTree = (page: Page): Promise<void> => expect(() => expectTreeNow(page)).toPass()

async function expectTreeNow(page: Page): Promise<void> {
  const nodes = await namedNodes(page)
  const count = (role: string) => nodes.filter((node) => roleOf(node) === role).length
  expect(count('main'), 'main parts').toBe(1)
  const first = nodes.filter((node) => roleOf(node) === 'heading' && valueOf(node, 'level') === 1)
  expect(first.map(nameOf), 'headings of the first level').toHaveLength(1)
  // A live region that the tree has not says nothing, whatever is written into it; an alert is said as it appears.
  for (const role of ['status', 'log']) {
    expect(count(role), `live regions: ${role}`).toBe(
      await page.locator(`[role="${role}"]:not([inert] *, [aria-hidden="true"] *)`).count(),
    )
  }
}

/** What live regions say, each as 'polite: 12 households shown'; those that say nothing are left out. */
export async function liveWords(page: Page): Promise<string[]> {
  const nodes = await withSession(page, readTree)
  const byId = new Map(nodes.map((node) => [node.nodeId, node]))
  const wordsIn = (node: Node): string =>
    roleOf(node) === 'StaticText'
      ? nameOf(node)
      : (node.childIds ?? [])
          .map((id) => byId.get(id))
          .flatMap((child) => (child ? [wordsIn(child)] : []))
          .join(' ')
          .trim()
  return nodes.flatMap((node) => {
    const live = ['status', 'alert', 'log'].includes(roleOf(node)) ? valueOf(node, 'live') : undefined
    const words = wordsIn(node)
    return typeof live === 'string' && words !== '' ? [`${live}: ${words}`] : []
  })
}
