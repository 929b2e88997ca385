const PASSING_STATUSES: readonly number[] = [408, 425, 429, 502, 503, 504]

/** Whether the same request may succeed later. */
export const isPassingStatus = (status: number): boolean => PASSING_STATUSES.includes(status)
