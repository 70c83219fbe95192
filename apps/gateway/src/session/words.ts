// What a session says to the person, in both languages side by side.
import type { Lang } from '../server/server.ts'

export type Saying = Readonly<Record<Lang, string>>

export const sayings = {
  connecting: (asset: string, as: string): Saying => ({
    zh: `正在以 ${as} 连接 ${asset} …`,
    en: `Connecting to ${asset} as ${as} …`,
  }),
  denied: (line: string): Saying => ({
    zh: `命令 \`${line}\` 被禁止`,
    en: `Command \`${line}\` is forbidden`,
  }),
  noTransfer: {
    upload: { zh: '没有上传文件的权限，rz 已取消', en: 'You have no right to upload files, so rz was cancelled' },
    download: { zh: '没有下载文件的权限，sz 已取消', en: 'You have no right to download files, so sz was cancelled' },
  },
  unread: {
    zh: '目标没有及时显示这一行，因此没有发送；请再按一次回车',
    en: 'The target did not show this line in time, so it was not sent; press Enter again',
  },
  closed: {
    left: { zh: '连接已断开', en: 'Connection closed' },
    idle: { zh: '长时间没有操作，连接已断开', en: 'The session was idle for too long and was closed' },
    terminated: { zh: '管理员终止了该会话', en: 'An administrator terminated this session' },
    revoked: { zh: '授权或登录已失效，会话已终止', en: 'Your grant or login has ended, so this session was closed' },
    stopping: { zh: '网关正在停止，会话已关闭', en: 'The gateway is stopping, so this session was closed' },
    unrecorded: { zh: '录像无法写入，会话已关闭', en: 'The recording cannot be written, so this session was closed' },
    flooded: {
      zh: '输入超出目标能接收的速度，会话已关闭',
      en: 'More was typed than the target takes, so this session was closed',
    },
    gone: { zh: '客户端已断开', en: 'The client went away' },
    lost: { zh: '与资产的连接已中断', en: 'The connection to the asset was lost' },
  },
  failed: {
    refused: { zh: '资产拒绝连接', en: 'The asset refuses connections' },
    timeout: { zh: '资产在规定时间内没有应答', en: 'The asset did not answer in time' },
    unreachable: { zh: '无法到达资产', en: 'The asset cannot be reached' },
    auth: { zh: '资产不接受系统用户的密码或密钥', en: 'The asset does not accept the credentials of the system user' },
    'host-key': {
      zh: '资产的主机密钥或证书与记录不符：可能是资产重装，也可能有人冒充。连接已拒绝，请联系管理员。',
      en: 'The host key or certificate of the asset is not the one we remember: it was reinstalled, or somebody pretends to be it. The connection was refused; ask an administrator.',
    },
    dialogue: {
      zh: '没有认出资产的登录结果，连接已关闭；管理员可在终端设置中填写 Telnet 成功正则表达式',
      en: 'The asset gave no login result that could be recognised, so the connection was closed; an administrator can name the sign of a good telnet login in the terminal settings',
    },
    database: {
      zh: '数据库不存在，或系统用户无权访问',
      en: 'There is no such database, or the system user may not use it',
    },
    cleartext: {
      zh: '数据库要求在未加密的连接上发送明文密码，连接已拒绝；请为数据库启用 TLS 或其他认证方式',
      en: 'The database wants the password in the clear over a connection that is not encrypted, so it was refused; give the database TLS or another way to log in',
    },
    protocol: { zh: '网关还不支持该协议', en: 'The gateway does not speak this protocol yet' },
    files: { zh: '资产没有提供文件服务（SFTP）', en: 'The asset offers no file service (SFTP)' },
    right: { zh: '没有执行该操作的权限', en: 'You have no right to do this' },
    server: { zh: '服务暂时不可用，请稍后再试', en: 'The service is not available right now, please try again later' },
  },
} as const

export type CloseReason = keyof typeof sayings.closed
export type FailReason = keyof typeof sayings.failed
