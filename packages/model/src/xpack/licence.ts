// What a licence says, and how it is shown.
import { choice, type Fields, integer, label, text } from '@drawbridge/resource'

/** Signed as text, so every byte counts. */
export interface Licence {
  readonly subscription_id: string
  readonly corporation: string
  readonly edition: string
  /** How many assets it covers; null: any number. */
  readonly asset_count: number | null
  /** The installation it was issued for. */
  readonly installation: string
  readonly date_issued: string
  /** The last moment it is valid, ISO 8601. */
  readonly date_expired: string
}

export const licenceFields = {
  subscription_id: text(label('订阅授权ID', 'Subscription ID'), { readOnly: true }),
  corporation: text(label('公司', 'Corporation'), { readOnly: true }),
  expired: text(label('过期日期', 'Expiry day'), { readOnly: true }),
  date_expired: text(label('过期时间', 'Expired'), { readOnly: true }),
  asset_count: integer(label('资产数量', 'Asset count'), { nullable: true, readOnly: true }),
  edition: text(label('版本', 'Edition'), { readOnly: true }),
  state: choice(
    label('状态', 'State'),
    [
      ['valid', label('有效', 'Valid')],
      ['none', label('未导入', 'None')],
      ['forged', label('签名无效', 'Forged')],
      ['elsewhere', label('属于其他安装', 'For another installation')],
      ['expired', label('已过期', 'Expired')],
    ],
    { readOnly: true },
  ),
  installation: text(label('安装ID', 'Installation ID'), {
    readOnly: true,
    help: label('申请许可证时需要提供', 'To be told when asking for a license'),
  }),
} satisfies Fields
