/** GOV.UK Notify. Each failure says whether the message may have been taken, so that it is sent exactly once. */
import type { Postage } from '#contract/campaigns/postage'

export type HandoverResult =
  /** `textsFrom`: the sender's name or number. */
  | { readonly kind: 'accepted'; readonly id: string; readonly textsFrom?: string | undefined }
  | { readonly kind: 'refused'; readonly words: string }
  | { readonly kind: 'keyRefused'; readonly words: string }
  /** `mayBeTaken`: look it up before a retry. */
  | { readonly kind: 'tryLater'; readonly mayBeTaken: boolean; readonly isDailyLimit: boolean }

export type LookUp =
  | { readonly kind: 'found'; readonly id: string; readonly status: string }
  | { readonly kind: 'absent' }
  | Exclude<HandoverResult, { kind: 'accepted' | 'refused' }>

export interface NotifyClient {
  /** The template's body is `((message))`. Needs a reference for look-up and receipts. */
  sendText(text: {
    readonly to: string
    readonly message: string
    readonly reference?: string
  }): Promise<HandoverResult>
  sendLetter(letter: {
    readonly pdf: Uint8Array
    readonly reference: string
    readonly postage: Postage
  }): Promise<HandoverResult>
  /** Notify keeps messages for seven days. */
  findByReference(reference: string): Promise<LookUp>
  findById(id: string): Promise<LookUp>
  /** Sends nothing. */
  checkTemplate(): Promise<TemplateCheck>
}

export interface NotifyEmails {
  sendEmail(email: {
    readonly to: string
    readonly templateId: string
    readonly personalisation: Readonly<Record<string, string>>
    readonly reference: string
  }): Promise<HandoverResult>
  /** Whether it is an e-mail with just these placeholders. Sends nothing. */
  checkEmailTemplate(templateId: string, placeholders: readonly string[]): Promise<TemplateCheck>
}

/** `template`: missing, or not a text message of only {@link SMS_BODY}. */
export type TemplateCheck =
  { readonly kind: 'works' | 'template' | 'silent' } | Extract<HandoverResult, { kind: 'keyRefused' }>

/** The body of the template for texts. */
export const SMS_BODY = '((message))'

export interface NotifySettings {
  readonly url: string
  readonly key: string
  readonly smsTemplateId: string
  /** Default: the service's. */
  readonly smsSenderId?: string | undefined
  readonly fetch?: NotifyFetch
  readonly timeoutMs?: number | undefined
}

export type NotifyFetch = (url: string, init: RequestInit) => Promise<Response>
