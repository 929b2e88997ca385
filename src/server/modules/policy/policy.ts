import type { Policy } from '../../route'

/** The chat, its notes and its feedback are for super administrators, in the role in effect. */
export const mayAskAssistant: Policy = (person) => person.role === 'SuperAdmin'
