import { OpenFilterLink } from '../features/filters/OpenFilterLink'

/** /filters/{code}: filters that somebody of the organisation made a link to. */
export const Component = OpenFilterLink
