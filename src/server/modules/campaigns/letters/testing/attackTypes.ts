/** What a document must never show: addresses of a picture, a text, a Word document and a PDF on the disk, and of a server. */
export interface Baits {
  readonly picture: string
  readonly text: string
  readonly word: string
  readonly otherCouncil: string
  readonly server: string
}

export type AttackDocument = readonly [name: string, content: Buffer]
