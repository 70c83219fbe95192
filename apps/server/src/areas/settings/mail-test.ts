// Sends a mail with the settings as they stand in the form, so that mistakes show before they are saved.
import { type MailTest, mailTest } from '@drawbridge/model'
import { label, parseDraft, text } from '@drawbridge/resource'
import { InvalidBody, Refusal, type Wording } from '@drawbridge/wire'
import type { Ctx } from '../../platform/context.ts'
import { ok, type Route } from '../../platform/http/route.ts'
import { MailError, sendMail } from '../../platform/mail.ts'
import { OutboundRefused, outboundGuard } from '../../platform/outbound.ts'

export const mailTestRoute: Route = {
  method: 'POST',
  path: '/api/v1/settings/mail/testing/',
  access: ['superAdmin'],
  doc: {
    summary: label('测试邮件设置', 'Test the mail settings'),
    description: label(
      '未填写密码时，仅当主机和账号与已保存的一致才使用已保存的密码。',
      'Without a password the saved one is used, if host and account are those it was saved for.',
    ),
    area: 'settings',
    takes: mailTest,
    gives: { msg: text(label('消息', 'Message')) },
  },
  run: async ({ ctx, body }) => {
    const parsed = parseDraft(mailTest, body ?? {}, 'create', ctx.reader)
    if (parsed.problems) throw new InvalidBody(parsed.problems)
    const given = parsed.draft as unknown as MailTest
    const to = recipientOf(given)
    await deliver(given, to, ctx)
    const said = label(`测试邮件已经发送至 ${to}，请检查`, `Test mail sent to ${to}, please check`)
    return ok({ msg: said[ctx.reader.lang] })
  },
}

const message = {
  subject: label('测试邮件', 'Test mail'),
  text: label(
    '收到这封邮件，说明吊桥的邮件设置可以正常使用。',
    'This mail has reached you, so the mail settings of Drawbridge work.',
  ),
}

const deliver = async (given: MailTest, to: string, ctx: Ctx): Promise<void> => {
  const { config, log, settings } = ctx.services
  const { lang } = ctx.reader
  const mail = {
    ...given,
    EMAIL_HOST_PASSWORD: given.EMAIL_HOST_PASSWORD ?? savedPassword(given, ctx),
    EMAIL_SUBJECT_PREFIX: given.EMAIL_SUBJECT_PREFIX ?? settings.values.EMAIL_SUBJECT_PREFIX,
  }
  try {
    const guard = outboundGuard({ allow: config.outboundAllow })
    await sendMail(mail, { to, subject: message.subject[lang], text: message.text[lang] }, { guard, log })
  } catch (error) {
    throw failure(error)
  }
}

/** The saved password goes to the server and account it was saved for, and to no other. */
const savedPassword = (given: MailTest, { services }: Ctx): string | null => {
  const { EMAIL_HOST, EMAIL_HOST_USER, EMAIL_HOST_PASSWORD } = services.settings.values
  const same = given.EMAIL_HOST === EMAIL_HOST && given.EMAIL_HOST_USER === EMAIL_HOST_USER
  return same ? EMAIL_HOST_PASSWORD : null
}

const recipientOf = (given: MailTest): string => {
  const chosen = given.EMAIL_RECIPIENT || given.EMAIL_FROM || given.EMAIL_HOST_USER
  return /<([^<>]+)>\s*$/.exec(chosen)?.[1] ?? chosen
}

const LONGEST_REASON = 300

const unreachable: Record<OutboundRefused['reason'], Wording> = {
  host: label('SMTP 主机名无效', 'The SMTP host is not a valid name or address'),
  port: label('SMTP 端口无效', 'The SMTP port is not valid'),
  'unknown-host': label('找不到 SMTP 主机，请检查主机名', 'The SMTP host is unknown, please check its name'),
  forbidden: label(
    '不允许连接该 SMTP 主机：它指向服务器本机、链路本地或云主机元数据地址。如确有需要，请管理员将其加入 OUTBOUND_ALLOW',
    'This SMTP host may not be reached: it is a loopback, link-local or cloud metadata address. If it is meant, the operator can add it to OUTBOUND_ALLOW',
  ),
}

const failure = (error: unknown): unknown => {
  if (error instanceof OutboundRefused) return refused(unreachable[error.reason])
  if (!(error instanceof MailError)) return error
  const reason = [...error.message].slice(0, LONGEST_REASON).join('')
  return refused({ zh: `邮件发送失败：${reason}`, en: `The mail could not be sent: ${reason}` })
}

const refused = (wording: Wording): Refusal =>
  new Refusal('mail_test_failed', 400, wording, (lang) => ({ error: wording[lang] }))
