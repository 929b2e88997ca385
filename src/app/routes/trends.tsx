import { TrendsScreen } from '../features/trends/TrendsScreen'

/** /trends: the selected households over the months. */
export const Component = TrendsScreen
