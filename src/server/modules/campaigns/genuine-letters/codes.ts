/** docs/decisions/0062-letter-codes.md */
import type { Secrets } from '../../../lib/secrets'

/** Crockford's: https://www.crockford.com/base32.html */
const SIGNS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const READ_AS: Readonly<Record<string, string>> = { O: '0', I: '1', L: '1' }
/** 60 bits. */
const SECRET_SIGNS = 12
/** 15 bits: most guesses cost no database query. */
const CHECK_SIGNS = 3
const GROUP = 5

export interface LetterCode {
  /** Three groups of five characters. */
  readonly code: string
  readonly hash: string
}

/** Under the instance's keys. */
export function createLetterCodes(secrets: Pick<Secrets, 'macs'>) {
  const listSigns = (mac: string, count: number) =>
    [...Buffer.from(mac.slice(mac.indexOf(':') + 1), 'hex').subarray(0, count)]
      .map((byte) => SIGNS.charAt(byte % SIGNS.length))
      .join('')
  const checks = (secret: string) => secrets.macs(`letter check ${secret}`).map((mac) => listSigns(mac, CHECK_SIGNS))
  const hashes = (secret: string) => secrets.macs(`letter hash ${secret}`)

  return {
    /** Constant per household and campaign; undefined without a key. */
    of(campaignId: number, householdReference: string): LetterCode | undefined {
      const [mac] = secrets.macs(`letter ${campaignId} ${householdReference}`)
      if (mac === undefined) return undefined
      const secret = listSigns(mac, SECRET_SIGNS)
      const [check = ''] = checks(secret)
      const [hash = ''] = hashes(secret)
      return { code: grouped(secret + check), hash }
    },

    /** Empty for most codes that were never issued. */
    hashesOf: (written: string): string[] => {
      const code = read(written)
      if (code?.length !== SECRET_SIGNS + CHECK_SIGNS) return []
      const secret = code.slice(0, SECRET_SIGNS)
      const check = code.slice(SECRET_SIGNS)
      return checks(secret).flatMap((right, key) => (right === check ? hashes(secret).slice(key, key + 1) : []))
    },
  }
}

function read(written: string): string | undefined {
  const signs = Array.from(written.toUpperCase())
    .filter((sign) => sign.trim() !== '' && sign !== '-')
    .map((sign) => READ_AS[sign] ?? sign)
  return signs.every((sign) => SIGNS.includes(sign)) ? signs.join('') : undefined
}

const grouped = (code: string) =>
  Array.from({ length: code.length / GROUP }, (_, index) => code.slice(index * GROUP, (index + 1) * GROUP)).join('-')
