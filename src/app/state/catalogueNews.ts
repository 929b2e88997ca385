import { onWorkerNews } from '../api/workerNews'
import { appStore, atom } from './store'

const countAtom = atom(0)

/**
 * How often the filter catalogue has changed since the page was opened. The worker answers with the one that it
 * keeps and asks the server behind it: what people see first may be yesterday's.
 */
export const catalogueChangesAtom = atom((get) => get(countAtom))

// From here on, which is before anybody asks for the catalogue.
onWorkerNews(() => appStore.set(countAtom, (count) => count + 1))
