// Which programs a line leads to in the end: through sudo and env, through shells that are given a text, through xargs and find.
import { type Command, parse, type Word } from './parse.ts'

export interface Deed {
  /** The command as it would be written plainly, quotes and paths of the program taken away. */
  readonly text: string
  /** The name of the program. */
  readonly name: string
  /** Nobody can say which program this becomes, or what it will be told. */
  readonly unknown?: Unknown
}

export type Unknown =
  | 'name' // the program is named by a variable, a substitution or a pattern
  | 'piped' // a shell reads what another command writes
  | 'script' // a shell or interpreter is given a file or a text of another language
  | 'nested' // too deep to follow

export interface Reached {
  readonly deeds: readonly Deed[]
  readonly open: boolean
  /** So much nesting that it was not followed to its end: nobody writes that by hand. */
  readonly endless: boolean
}

export const reach = (line: string): Reached => {
  const { commands, open } = parse(line)
  const walk: Walk = { level: 0, effort: { left: MOST_EFFORT } }
  return { deeds: commands.flatMap((command) => follow(command, walk)), open, endless: walk.effort.left <= 0 }
}

const DEEPEST = 12
/** In signs that are looked at. A few programs that run programs that run programs lead to more deeds than anybody can wait for. */
const MOST_EFFORT = 1_000_000

interface Walk {
  readonly level: number
  readonly effort: { left: number }
}

const deeper = ({ level, effort }: Walk): Walk => ({ level: level + 1, effort })

const SHELLS = new Set(['sh', 'bash', 'dash', 'zsh', 'ksh', 'mksh', 'ash', 'fish', 'csh', 'tcsh', 'busybox', 'rbash'])
const INTERPRETERS = new Set([
  'python',
  'python2',
  'python3',
  'perl',
  'ruby',
  'node',
  'lua',
  'php',
  'awk',
  'gawk',
  'mawk',
  'tclsh',
  'expect',
  'vim',
  'vi',
  'ed',
  'make',
  'gdb',
  'script',
  'at',
  'batch',
  'crontab',
])

/** Programs that run another, with the options of theirs that take a word. */
const WRAPPERS: Readonly<Record<string, ReadonlySet<string>>> = {
  sudo: new Set([
    '-u',
    '-g',
    '-U',
    '-C',
    '-h',
    '-p',
    '-r',
    '-t',
    '-T',
    '-R',
    '-D',
    '--user',
    '--group',
    '--host',
    '--prompt',
    '--chdir',
  ]),
  doas: new Set(['-u', '-C']),
  env: new Set(['-u', '-C', '-S', '--unset', '--chdir']),
  nohup: new Set(),
  setsid: new Set(),
  nice: new Set(['-n', '--adjustment']),
  ionice: new Set(['-c', '-n', '-p']),
  chrt: new Set(['-p']),
  timeout: new Set(['-k', '-s', '--kill-after', '--signal']),
  stdbuf: new Set(['-i', '-o', '-e']),
  unbuffer: new Set(),
  time: new Set(['-f', '-o']),
  watch: new Set(['-n', '--interval']),
  strace: new Set(['-e', '-o', '-p', '-s', '-u']),
  ltrace: new Set(['-e', '-o', '-p', '-s', '-u']),
  proxychains: new Set(['-f']),
  proxychains4: new Set(['-f']),
  command: new Set(),
  builtin: new Set(),
  exec: new Set(['-a']),
  chroot: new Set(['--userspec', '--groups']),
  unshare: new Set(['-r', '-S', '-G']),
  nsenter: new Set(['-t', '-S', '-G']),
  runuser: new Set(['-u', '-g', '-G']),
  xargs: new Set([
    '-a',
    '-d',
    '-E',
    '-I',
    '-L',
    '-n',
    '-P',
    '-s',
    '--arg-file',
    '--delimiter',
    '--replace',
    '--max-args',
    '--max-procs',
  ]),
  parallel: new Set(['-j', '-a', '--jobs']),
  busybox: new Set(),
  flock: new Set(['-w', '-E', '--timeout']),
  taskset: new Set(['-c', '-p']),
}

/** Wrappers whose first word that is no option is their own: a duration, a folder, a file. */
const TAKES_ONE = new Set(['timeout', 'chroot', 'flock', 'taskset', 'chrt'])

const follow = ({ words, piped, input }: Command, walk: Walk): Deed[] => {
  const [first, ...rest] = words
  if (!first) return input === undefined ? [] : []
  const { effort } = walk
  if (effort.left <= 0) return []
  for (const { text } of words) effort.left -= text.length + 1
  effort.left -= 50
  if (walk.level > DEEPEST) return [{ text: plain(words), name: '', unknown: 'nested' }]
  const name = nameOf(first.text)
  const own: Deed = {
    text: plain([{ ...first, text: name }, ...rest]),
    name,
    ...(first.dynamic ? { unknown: 'name' as const } : {}),
  }
  if (first.dynamic) return [own]
  if (name === 'eval') return [own, ...inner(rest, walk)]
  if (name === 'source' || name === '.') return [{ ...own, unknown: 'script' }]
  if (name === 'su') return [own, ...afterFlag(rest, /^(-c|--command)$/, walk)]
  if (name === 'ssh') return [own, ...remote(rest, walk)]
  if (name === 'find') return [own, ...executed(rest, walk)]
  if (SHELLS.has(name) && !(name === 'busybox' && rest.length > 0 && !SHELLS.has(nameOf(rest[0]!.text))))
    return [shell(own, rest, piped, input), ...shellText(rest, input, walk)]
  if (Object.hasOwn(WRAPPERS, name)) return [own, ...wrapped(name, rest, walk, piped)]
  if (INTERPRETERS.has(name)) return [{ ...own, unknown: 'script' }]
  return [own]
}

const nameOf = (text: string): string => text.slice(text.lastIndexOf('/') + 1)
const plain = (words: readonly Word[]): string => words.map(({ text }) => text).join(' ')

/** A text that is itself a line. */
const inner = (words: readonly Word[], walk: Walk): Deed[] => {
  if (words.some(({ dynamic }) => dynamic)) return [{ text: plain(words), name: '', unknown: 'name' }]
  return parse(plain(words)).commands.flatMap((command) => follow(command, deeper(walk)))
}

const afterFlag = (words: readonly Word[], flag: RegExp, walk: Walk): Deed[] => {
  const at = words.findIndex(({ text }) => flag.test(text))
  return at < 0 ? [] : inner(words.slice(at + 1, at + 2), walk)
}

/** Every text after the host runs on the other side. */
const remote = (words: readonly Word[], walk: Walk): Deed[] => {
  const withValue = /^-[BbcDEeFIiJLlmOopQRSWw]$/
  let at = 0
  while (at < words.length && words[at]!.text.startsWith('-')) at += withValue.test(words[at]!.text) ? 2 : 1
  const told = words.slice(at + 1)
  return told.length === 0 ? [] : inner(told, walk)
}

const executed = (words: readonly Word[], walk: Walk): Deed[] =>
  words.flatMap(({ text }, at) => {
    if (!/^-(exec|execdir|ok|okdir)$/.test(text)) return text === '-delete' ? [{ text: 'rm', name: 'rm' }] : []
    const end = words.findIndex((word, i) => i > at && (word.text === ';' || word.text === '+'))
    return follow({ words: words.slice(at + 1, end < 0 ? undefined : end), piped: false }, deeper(walk))
  })

const shell = (own: Deed, words: readonly Word[], piped: boolean, input: string | undefined): Deed => {
  if (words.some(({ text }) => /^-\w*c$/.test(text)) || input !== undefined) return own
  if (piped) return { ...own, unknown: 'piped' }
  const file = words.find(({ text }) => !text.startsWith('-') && !text.startsWith('+'))
  return file ? { ...own, unknown: 'script' } : own
}

const shellText = (words: readonly Word[], input: string | undefined, walk: Walk): Deed[] => {
  const at = words.findIndex(({ text }) => /^-\w*c$/.test(text))
  const told = at < 0 ? [] : inner(words.slice(at + 1, at + 2), walk)
  return input === undefined
    ? told
    : [...told, ...parse(input).commands.flatMap((command) => follow(command, deeper(walk)))]
}

const wrapped = (name: string, words: readonly Word[], walk: Walk, piped: boolean): Deed[] => {
  const takes = WRAPPERS[name]!
  let at = 0
  while (at < words.length) {
    const { text } = words[at]!
    if (text === '--') {
      at++
      break
    }
    if (name === 'env' && (text === '-S' || text.startsWith('--split-string'))) return inner(words.slice(at + 1), walk)
    if (/^[A-Za-z_]\w*=/.test(text) && (name === 'env' || name === 'sudo')) at++
    else if (text.startsWith('-') && text !== '-') at += takes.has(text) ? 2 : 1
    else break
  }
  if (TAKES_ONE.has(name)) at++
  const told = words.slice(at)
  return told.length === 0 ? [] : follow({ words: told, piped: piped && name !== 'xargs' }, deeper(walk))
}
