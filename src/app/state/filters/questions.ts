import { atom } from '../store'

export interface Question {
  readonly key: string
  readonly name: string
  readonly choose: () => void
}

/** Empty until templates are loaded. */
export const questionsAtom = atom<readonly Question[]>([])
