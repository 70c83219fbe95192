// Short mails about an account. Nobody knows the language of who reads them, so both stand there.
import { type Label, label } from '@drawbridge/resource'
import type { Ctx } from '../../platform/context.ts'

export interface Recipient {
  readonly name: string
  readonly email: string
}

interface Letter {
  readonly subject: Label
  readonly body: Label
}

export const letters = {
  otpReset: {
    subject: label('MFA 已重置', 'Your MFA has been reset'),
    body: label(
      '管理员重置了您的 MFA，请在下次登录时重新绑定。',
      'An administrator has reset your MFA. Please bind it again at your next login.',
    ),
  },
  keyReset: {
    subject: label('SSH 公钥已重置', 'Your SSH key has been reset'),
    body: label(
      '管理员清除了您的 SSH 公钥，请在个人信息页重新设置。',
      'An administrator has cleared your SSH public key. Please set a new one on your profile page.',
    ),
  },
  keyChanged: {
    subject: label('SSH 公钥已更新', 'Your SSH key has been changed'),
    body: label(
      '您的 SSH 公钥已更新。如果这不是您本人的操作，请立即联系管理员。',
      'Your SSH public key has been changed. If this was not you, please contact an administrator at once.',
    ),
  },
} as const

/** Goes out once the change is safe. */
export const send = (ctx: Ctx, to: Recipient, { subject, body }: Letter): void => {
  // The first administrator has an address that nobody can own.
  if (/\.invalid$/i.test(to.email)) return
  ctx.afterCommit(() =>
    ctx.services.post.send({
      to: to.email,
      subject: `${subject.zh} / ${subject.en}`,
      text: `${to.name}，您好：\n${body.zh}\n\nHello ${to.name},\n${body.en}\n`,
    }),
  )
}
