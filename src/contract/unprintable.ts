/** Pictures that no font of letters has; they would be printed as empty boxes. */
const PICTURES = /\p{Emoji_Presentation}|\p{Regional_Indicator}|[\u{1f000}-\u{1faff}]|[\u2190-\u2bff]\ufe0f/gu

/** The signs of a text that a letter cannot show, each once. */
export const unprintableIn = (text: string): string[] => [...new Set(text.match(PICTURES) ?? [])]
