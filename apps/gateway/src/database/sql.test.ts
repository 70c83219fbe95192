import { createGuard } from '@drawbridge/terminal'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { KeyReader } from './keys.ts'
import { LineEditor } from './line-editor.ts'
import { concealed, meaningsOf } from './meanings.ts'
import { PacketMeter } from './mysql-packets.ts'
import { type Dialect, StatementReader, scan } from './statements.ts'
import { Rows } from './table.ts'

const dialect = fc.constantFrom<Dialect>('postgresql', 'mysql')
/** Mostly signs that mean something. */
const sql = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        "'",
        '"',
        '`',
        ';',
        '--',
        '-- ',
        '#',
        '/*',
        '*/',
        '/*!50000',
        '$$',
        '$a$',
        '\\',
        '\\G',
        '\n',
        '(',
        ')',
        ' ',
      ),
      fc.constantFrom('select', 'drop', 'table', 'E', "''", '鲜花'),
      fc.string({ maxLength: 5 }),
    ),
    { maxLength: 40 },
  )
  .map((parts) => parts.join(''))

const split = (text: string, dialect: Dialect) => new StatementReader(dialect).take(`${text}\n`).map(({ text }) => text)

describe('statements', () => {
  it('[T32] never throws, loses no sign, and lines that are cut anywhere say the same', () => {
    fc.assert(
      fc.property(sql, dialect, fc.array(fc.nat(200), { maxLength: 6 }), (text, dialect, cuts) => {
        const { pieces } = scan(text, { dialect })
        expect(pieces.map(({ raw }) => raw).join('')).toBe(text)
        const whole = new StatementReader(dialect).take(`${text}\n`)
        const reader = new StatementReader(dialect)
        const edges = [0, ...cuts.filter((cut) => cut < text.length).sort((a, b) => a - b), text.length]
        const parts = edges.slice(1).flatMap((to, at) => reader.take(text.slice(edges[at], to)))
        expect([...parts, ...reader.take('\n')]).toEqual(whole)
      }),
    )
  })

  it('end at a semicolon that stands in the open', () => {
    expect(split('select \';\', "a;b", $$;$$, $x$ $$ ; $x$; select 2', 'postgresql')).toEqual([
      'select \';\', "a;b", $$;$$, $x$ $$ ; $x$',
    ])
    expect(split("select E'\\';', 1; select '\\'; x", 'postgresql')).toEqual(["select E'\\';', 1", "select '\\'"])
    expect(split("select 'it\\'s;'; select `a;b`; # no; \nselect 5--3;", 'mysql')).toEqual([
      "select 'it\\'s;'",
      'select `a;b`',
      'select 5--3',
    ])
    expect(split('/* a /* b */ ; */ select 1; -- end;', 'postgresql')).toEqual(['/* a /* b */ ; */ select 1'])
    expect(split('create rule r as on insert to t do (select 1; select 2);', 'postgresql')).toHaveLength(1)
    expect(split(';; ;', 'mysql')).toEqual([])
  })

  it('go on over lines as long as something is open', () => {
    const reader = new StatementReader('postgresql')
    expect(reader.take("select 'a\n")).toEqual([])
    expect(reader.empty).toBe(false)
    expect(reader.take("; b'\n;")).toEqual([])
    expect(reader.take('\n')).toEqual([{ text: "select 'a\n; b'", upright: false }])
    expect(reader.empty).toBe(true)
    reader.take('-- only a remark\n')
    expect(reader.empty).toBe(true)
  })
})

describe('[T41] what a statement means', () => {
  const guard = (dialect: Dialect) =>
    createGuard(
      [{ id: 'r', type: 'command', content: 'drop table', priority: 50, action: 'deny' }],
      (text) => meaningsOf(text, dialect) ?? { texts: [] },
    )

  it.each<[Dialect, string]>([
    ['postgresql', 'drop table t'],
    ['postgresql', 'DROP/**/TABLE t'],
    ['postgresql', 'drop /* a /* b */ c */ table t'],
    ['postgresql', 'drop -- x\ntable t'],
    ['postgresql', "do $$ begin execute 'drop/* */table t'; end $$"],
    ['postgresql', "do 'begin execute ''drop table t''; end'"],
    ['postgresql', "do $$ begin execute E'\\x64rop table t'; end $$"],
    ['mysql', 'drop/*!50000*/table t'],
    ['mysql', '/*!50000 drop */ /*!40000 table */ t'],
    ['mysql', 'drop /*!99999 foo */ /*!50000 table */ t'],
    ['mysql', '/*!50000 drop/**/table */ t'],
    ['mysql', 'drop # x\n table t'],
    ['mysql', "prepare s from concat('dr', 'op table t')"],
    ['mysql', "select '\\\\'; drop table t"],
  ])('in %s a rule is met by %s', (dialect, text) => {
    expect(guard(dialect).judge(text).allowed).toBe(false)
  })

  it.each<[Dialect, string]>([
    ['postgresql', "select 'drop', 'table'"],
    ['postgresql', 'select dropped, tables from t'],
    ['mysql', 'select drop_table from t'],
  ])('in %s a rule is not met by %s', (dialect, text) => {
    expect(guard(dialect).judge(text).allowed).toBe(true)
  })

  it('[T32] is told of anything, and a comment put between two words hides neither', () => {
    fc.assert(fc.property(sql, dialect, (text, dialect) => void meaningsOf(text, dialect)))
    fc.assert(
      fc.property(
        dialect,
        fc.array(fc.constantFrom('/**/', '/* x */', ' ', '\n', '\t', '-- y\n', '/* * / */'), {
          minLength: 1,
          maxLength: 5,
        }),
        (dialect, between) => {
          expect(guard(dialect).judge(`drop${between.join('')}table t`).allowed).toBe(false)
        },
      ),
    )
  })

  it('[T40] holds no password in the log', () => {
    expect(concealed("create user a identified by 'geheim'")).not.toContain('geheim')
    expect(concealed("alter role a with password E'ge''heim' login")).toBe("alter role a with password '******' login")
    expect(concealed("set password for a = password('geheim')")).not.toContain('geheim')
    expect(concealed("select 'password'")).toBe("select 'password'")
  })
})

describe('a line', () => {
  it('[T32] takes keys that are cut anywhere', () => {
    const keys = fc.array(
      fc.oneof(
        fc.constantFrom('\u001b[A', '\u001b', '\u001b[', '鲜', '\r', '\u0003', '\u007f', 'a'),
        fc.string({ maxLength: 4 }),
      ),
    )
    fc.assert(
      fc.property(keys, fc.nat(60), (parts, cut) => {
        const bytes = Buffer.from(parts.join(''))
        const reader = new KeyReader()
        const cutKeys = [...reader.take(bytes.subarray(0, cut)), ...reader.take(bytes.subarray(cut))]
        expect(cutKeys.join('')).toBe(new KeyReader().take(bytes).join(''))
        const editor = new LineEditor(() => undefined, 10)
        editor.begin('> ')
        for (const key of cutKeys) editor.key(key)
      }),
    )
  })
})

describe('[T32] messages of a MySQL server', () => {
  const packet = (length: number) =>
    Buffer.concat([Buffer.from([length & 255, (length >> 8) & 255, length >> 16, 0]), Buffer.alloc(length)])

  it('are measured over packets, however they are cut', () => {
    const small = Buffer.concat([packet(5), packet(0), packet(70_000)])
    const meter = new PacketMeter()
    for (let turn = 0; turn < 2_000; turn++) expect(meter.take(small)).toBe(true)
    const whole = packet(0xffffff)
    const large = new PacketMeter()
    const taken = Array.from({ length: 5 }, () => large.take(whole.subarray(0, 2)) && large.take(whole.subarray(2)))
    expect(taken).toEqual([true, true, true, true, false])
  })
})

describe('a table', () => {
  it('stands in columns, spells out what would steer a terminal, and cuts what is long', () => {
    const rows = new Rows(['id', '名称'])
    rows.add(['1', '鲜花\u001b[2J'])
    rows.add([null, 'x'.repeat(5_000)])
    const lines = [...rows.lines()]
    expect(lines[2]).toBe(`    1 | 鲜花\\x1b[2J`)
    expect(lines[3]!.length).toBeLessThan(100)
    expect(lines.join('')).not.toContain('\u001b')
  })

  it('keeps no more than is shown', () => {
    const rows = new Rows(['a'])
    let kept = 0
    while (rows.add(['x'.repeat(100)])) kept++
    expect(kept).toBe(1_000)
    expect(rows.more).toBe(true)
  })
})
