// The links of a permission, each a resource of its own: the console adds and removes them one by one.
import { defineResource, display, type Label, label, ref, serial } from '@drawbridge/resource'

interface End {
  readonly to: string
  readonly label: Label
  /** How the other side reads, where it is not its title. */
  readonly template?: string
}

/** Older consoles name a permission of applications after its kind. */
const aliases = {
  assetpermission: {},
  applicationpermission: {
    remoteapppermission: ref('perms/application-permissions', label('应用授权', 'Application permission')),
  },
} as const
type Aliases = typeof aliases

export const relationOf =
  <const R extends 'assetpermission' | 'applicationpermission'>(rule: R, rulePath: string, ruleLabel: Label) =>
  <const P extends string, const E extends string>(path: P, end: E, other: End) => {
    const fields = {
      id: serial(),
      [end]: ref(other.to, other.label, { required: true, filter: true, whenTargetGoes: 'cascade' }),
      [`${end}_display`]: display(end, other.label, { template: other.template }),
      [rule]: ref(rulePath, ruleLabel, { required: true, filter: true, whenTargetGoes: 'cascade' }),
      [`${rule}_display`]: display(rule, ruleLabel),
    } as { id: ReturnType<typeof serial> } & Record<E | R, ReturnType<typeof required>> &
      Record<`${E}_display` | `${R}_display`, ReturnType<typeof display>>
    return defineResource(path, {
      label: label(`${ruleLabel.zh}的${other.label.zh}`, `${other.label.en} of ${ruleLabel.en.toLowerCase()}`),
      model: `${rule}_${end}`,
      title: `{${rule}} | {${end}}`,
      scope: 'global',
      may: { read: ['orgAdmin'], write: ['orgAdmin'] },
      order: ['id'],
      unique: [[end, rule]] as any,
      fields,
      filters: aliases[rule] as Aliases[R],
    })
  }

const required = () => ref('', label('', ''), { required: true })
