// One form for all system users: its protocol decides what it asks. Pure.

import { KeyUpload } from '../../kit/inputs/key-upload.tsx'
import type { FieldSpec, FormContext, FormSpec } from '../../kit/spec.ts'
import { CMD_FILTERS } from './places.ts'
import { secretFields, setsPassword } from './secrets.ts'
import { words } from './words.ts'

type Values = Readonly<Record<string, any>>
type Group = FormSpec['groups'][number]

const basic: Group = {
  title: words.basic,
  fields: ['name', 'login_mode', 'username', 'username_same_with_user', 'priority', 'protocol'],
}
const other: Group = { title: words.other, fields: ['comment'] }
const plain: readonly Group[] = [basic, { title: words.authorization, fields: ['update_password', 'password'] }, other]

const groupsByProtocol: Readonly<Record<string, readonly Group[]>> = {
  ssh: [
    basic,
    { title: words.autoPush, fields: ['auto_push', 'sudo', 'shell', 'home', 'system_groups'] },
    { title: words.authorization, fields: ['auto_generate_key', 'update_password', 'password', 'private_key'] },
    { title: words.commandFilter, fields: ['cmd_filters'] },
    { title: words.other, fields: ['sftp_root', 'charset', 'comment'] },
  ],
  rdp: [
    basic,
    { title: words.autoPush, fields: ['auto_push', 'system_groups'] },
    { title: words.authorization, fields: ['auto_generate_key', 'update_password', 'password', 'ad_domain'] },
    other,
  ],
  telnet: [...plain.slice(0, -1), { title: words.other, fields: ['charset', 'comment'] }],
  vnc: plain,
  mysql: plain,
  postgresql: plain,
  mariadb: plain,
  oracle: plain,
  k8s: [
    { title: words.basic, fields: ['name', 'priority', 'protocol'] },
    { title: words.authorization, fields: ['token'] },
    other,
  ],
}

const DATABASES = new Set(['mysql', 'postgresql', 'mariadb', 'oracle'])

const isManual = ({ login_mode }: Values): boolean => login_mode === 'manual'
/** VNC asks for a password alone. */
const needsName = (values: Values): boolean =>
  DATABASES.has(values.protocol) || (!isManual(values) && !values.username_same_with_user && values.protocol !== 'vnc')
const takesSecrets = (values: Values): boolean => !isManual(values) && !values.auto_generate_key
const asksPassword = (values: Values, at: FormContext): boolean => takesSecrets(values) && setsPassword(values, at)

const pushed = (values: Values): boolean => values.auto_push === true
const pushedByName = (values: Values): boolean => pushed(values) && !values.username_same_with_user

const field: Readonly<Record<string, FieldSpec>> = {
  login_mode: {
    help: words.manualHelp,
    sets: (mode) => (mode === 'manual' ? { auto_push: false, auto_generate_key: false } : {}),
  },
  username: {
    disabled: ({ values }) => values.username_same_with_user === true,
    required: needsName,
    sets: (name, { protocol }) => (protocol === 'ssh' ? { home: name ? `/home/${String(name).trim()}` : '' } : {}),
  },
  username_same_with_user: { disabled: ({ mode }) => mode === 'update' },
  protocol: { disabled: true },
  auto_push: {
    disabled: ({ values }) => isManual(values),
    sets: (on) => (on ? {} : { auto_generate_key: false }),
  },
  sudo: { rows: 3, required: true, hidden: (values) => !pushed(values) },
  shell: { required: true, hidden: (values) => !pushed(values) },
  home: { help: words.homeHelp, meta: { max_length: 4096 }, hidden: (values) => !pushedByName(values) },
  system_groups: {
    label: words.affiliateGroups,
    help: words.groupsHelp,
    hidden: (values) => !pushedByName(values),
  },
  auto_generate_key: {
    hidden: (_values, { mode }) => mode === 'update',
    disabled: ({ values }) => isManual(values),
  },
  update_password: {
    ...secretFields.update_password,
    hidden: (values, at) => isManual(values) || secretFields.update_password.hidden!(values, at),
  },
  password: { hidden: (values, at) => !asksPassword(values, at) },
  private_key: { input: KeyUpload, hidden: (values) => !takesSecrets(values) },
  token: { rows: 3, required: (_values, { mode }) => mode === 'create' },
  ad_domain: { help: words.adDomainHelp },
  cmd_filters: { options: { url: `${CMD_FILTERS}?fields_size=mini`, multiple: true } },
  sftp_root: { required: true },
}

/** The password opens the key where there is one; where there is none, a password is what can be made. */
const withKeys = { ...field, password: { ...field.password, help: words.passwordHelp } }
const withoutKeys = { ...field, auto_generate_key: { ...field.auto_generate_key, label: words.generatePassword } }

const INITIAL = {
  login_mode: 'auto',
  username_same_with_user: false,
  auto_generate_key: false,
  auto_push: false,
  sftp_root: 'tmp',
  sudo: '/bin/whoami',
  shell: '/bin/bash',
}

/** An unknown protocol gets the form of ssh. */
export const systemUserForm = (asked: string | undefined): Omit<FormSpec, 'url' | 'name'> => {
  const protocol = asked && asked in groupsByProtocol ? asked : 'ssh'
  return {
    groups: groupsByProtocol[protocol]!,
    field: protocol === 'ssh' ? withKeys : withoutKeys,
    initial: { ...INITIAL, protocol },
    clean: cleanSystemUser,
  }
}

/** Secrets go only where they are asked for and there is something in them. */
export function cleanSystemUser(values: Record<string, any>, at: FormContext): Record<string, any> {
  const { update_password: _, password, private_key, token, auto_generate_key, ...rest } = values
  return {
    ...rest,
    ...(rest.username_same_with_user && 'username' in rest && { username: '' }),
    ...(at.mode === 'create' && auto_generate_key !== undefined && { auto_generate_key }),
    ...(password && asksPassword(values, at) && { password }),
    ...(private_key && takesSecrets(values) && { private_key }),
    ...(token && { token }),
  }
}
