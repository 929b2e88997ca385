import { VisitsScreen } from '../features/visits/VisitsScreen'

/** /visits: the visit round of this device, or a new one. */
export const Component = VisitsScreen
