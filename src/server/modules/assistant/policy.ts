import type { Policy } from '../../http/route'

/** Super administrators, by the role in effect. */
export const mayAskAssistant: Policy = (person) => person.role === 'SuperAdmin'
