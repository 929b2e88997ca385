import { join } from 'node:path'
import type { Plugin, Rolldown } from 'vite'
import type { Role } from '../../src/contract/organisations/session.ts'

/** Modules whose screens open for a role and those above it alone, the highest role first. */
const ROUTES: readonly { readonly role: Role; readonly module: string }[] = [
  { role: 'SuperAdmin', module: 'src/app/routes/superAdminRoutes.ts' },
  { role: 'OrganisationAdmin', module: 'src/app/routes/administratorRoutes.ts' },
]

/** Finds the lowest role that a file of the built app is for; nothing where it is for everybody. */
export function findRoles(): { readonly plugin: Plugin; roleOf(url: string): Role | undefined } {
  const roles = new Map<string, Role>()
  const plugin: Plugin = {
    name: 'doorstep:roles-of-files',
    apply: 'build',
    generateBundle(_, bundle) {
      const { root } = this.environment.config
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
      for (const [at, { role }] of ROUTES.entries()) {
        const closed = new Set(ROUTES.slice(0, at + 1).map(({ module }) => join(root, module)))
        const open = new Set(listFiles(findChunks(chunks, reachModules(this, chunks, closed))))
        for (const file of listFiles(chunks)) if (!open.has(file) && !roles.has(file)) roles.set(file, role)
      }
    },
  }
  return { plugin, roleOf: (url) => roles.get(url) }
}

/** What the app's entries import, but for the screens behind some modules. */
function reachModules(
  context: Pick<Rolldown.PluginContext, 'getModuleInfo'>,
  chunks: readonly Rolldown.OutputChunk[],
  closed: ReadonlySet<string>,
): ReadonlySet<string> {
  const reached = new Set(chunks.flatMap(({ isEntry, facadeModuleId: id }) => (isEntry && id ? [id] : [])))
  for (const id of reached) {
    const module = context.getModuleInfo(id)
    for (const next of module?.importedIds ?? []) reached.add(next)
    if (!closed.has(id)) for (const next of module?.dynamicallyImportedIds ?? []) reached.add(next)
  }
  return reached
}

/** The chunks that have one of the modules, and those that they import, such as the bundler's own. */
function findChunks(chunks: readonly Rolldown.OutputChunk[], modules: ReadonlySet<string>) {
  const found = new Set(chunks.filter(({ moduleIds }) => moduleIds.some((id) => modules.has(id))))
  for (const { imports } of found) for (const chunk of chunks) if (imports.includes(chunk.fileName)) found.add(chunk)
  return found
}

/** With the styles. */
const listFiles = (chunks: Iterable<Rolldown.OutputChunk>) =>
  [...chunks].flatMap(({ fileName, viteMetadata }) => [fileName, ...(viteMetadata?.importedCss ?? [])])
