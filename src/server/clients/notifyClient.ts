import type { NotifyClient, NotifyEmails, NotifySettings } from './notify'

/** For one Notify service. Its library is loaded with the first call: most commands make none. */
export function createNotifyClient(settings: NotifySettings): NotifyClient & NotifyEmails {
  let opened: Promise<NotifyClient & NotifyEmails> | undefined
  const open = () => (opened ??= import('./notifyCalls').then(({ openNotifyClient }) => openNotifyClient(settings)))
  return {
    sendText: async (text) => (await open()).sendText(text),
    sendLetter: async (letter) => (await open()).sendLetter(letter),
    sendEmail: async (email) => (await open()).sendEmail(email),
    checkTemplate: async () => (await open()).checkTemplate(),
    checkEmailTemplate: async (templateId, placeholders) => (await open()).checkEmailTemplate(templateId, placeholders),
    findByReference: async (reference) => (await open()).findByReference(reference),
    findById: async (id) => (await open()).findById(id),
  }
}
