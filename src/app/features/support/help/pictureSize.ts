/** As tests/e2e/help.pictures.ts makes them. */
export const PICTURE_SIZE = { width: 800, height: 520 } as const
