/** /campaigns/{id}: neither a draft of this device nor a campaign of the server (decision 4). */
export function Component(): never {
  throw new Error('Campaign not found')
}
