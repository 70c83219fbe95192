// Mail in the product's name, with the settings in force. Never keeps a request waiting, never fails one.
import type { Log } from './log.ts'
import { type MailMessage, sendMail } from './mail.ts'
import type { OutboundGuard } from './outbound.ts'
import type { SettingsStore } from './settings.ts'

export interface Post {
  /** Sends in the background; what fails is logged. */
  send(message: MailMessage): void
  /** Waits until all that was handed over is done: for a clean stop. */
  idle(): Promise<void>
}

export const openPost = (settings: SettingsStore, guard: OutboundGuard, log: Log): Post => {
  const under = new Set<Promise<unknown>>()
  return {
    send: (message) => {
      const sending = sendMail(settings.values, message, { guard, log })
        .catch((error: unknown) =>
          log.error('a mail could not be sent', { to: message.to, subject: message.subject, error }),
        )
        .finally(() => under.delete(sending))
      under.add(sending)
    },
    idle: async () => {
      await Promise.all(under)
    },
  }
}
