import { importKey } from '#offline/seal'

/** A person's key, as the server gives it. */
export const KEY_TEXT = 'kUq1yJ3nV0bF8xSg2mRz7cTt5wLd9eHi4oPa6QsYvXE'
export const A_KEY = await importKey(KEY_TEXT)
