/** Not in the service worker's list: offline there is only the text. */
const ADDRESSES = import.meta.glob<string>('./pictures/*.webp', { eager: true, query: '?url', import: 'default' })

/** A picture's address. */
export const findPicture = (name: string): string | undefined => ADDRESSES[`./pictures/${name}.webp`]
