/** Pictures missing from text fonts; they would print as empty boxes. */
const PICTURES = /\p{Emoji_Presentation}|\p{Regional_Indicator}|[\u{1f000}-\u{1faff}]|[\u2190-\u2bff]\ufe0f/gu

/** Characters that a letter cannot show, deduplicated. */
export const unprintableIn = (text: string): string[] => [...new Set(text.match(PICTURES) ?? [])]
