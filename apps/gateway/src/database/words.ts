// What the SQL console says itself, in both languages side by side.
import type { Saying } from '../session/words.ts'

export const words = {
  welcome: (name: string, greeting: string): Saying => ({
    zh: `已连接 ${name}（${greeting}）。语句以分号结束；\\q 退出，Ctrl-C 取消，\\? 帮助。`,
    en: `Connected to ${name} (${greeting}). Statements end with a semicolon; \\q leaves, Ctrl-C cancels, \\? helps.`,
  }),
  help: {
    zh: [
      '语句可以有多行，以 ; 结束；以 \\G 结束则竖排显示每一行',
      '↑ ↓ 历史；Ctrl-A Ctrl-E 行首行尾；Ctrl-U Ctrl-K Ctrl-W 删除；Ctrl-L 清屏',
      'Ctrl-C 取消输入或正在执行的语句；Ctrl-D、\\q、exit、quit 退出',
    ],
    en: [
      'Statements may have several lines and end with ; – or with \\G to see each row upright',
      'Up and down: history; Ctrl-A Ctrl-E: begin and end; Ctrl-U Ctrl-K Ctrl-W: erase; Ctrl-L: clear the screen',
      'Ctrl-C cancels the line or the statement that runs; Ctrl-D, \\q, exit and quit leave',
    ],
  },
  helpPostgres: {
    zh: '\\l 数据库；\\d 表；\\d 名称 列；\\dt \\dv \\ds \\di \\df \\dn \\du 表、视图、序列、索引、函数、模式、角色',
    en: '\\l databases; \\d tables; \\d name columns; \\dt \\dv \\ds \\di \\df \\dn \\du tables, views, sequences, indexes, functions, schemas, roles',
  },
  helpMysql: {
    zh: 'show databases; show tables; describe 表; use 数据库; delimiter // 更换语句结束符',
    en: 'show databases; show tables; describe table; use database; delimiter // changes what ends a statement',
  },
  unknown: (line: string): Saying => ({ zh: `没有这个命令：${line}`, en: `There is no such command: ${line}` }),
  rows: (count: number, ms: number): Saying => ({
    zh: `（${count} 行，${ms} 毫秒）`,
    en: `(${count} ${count === 1 ? 'row' : 'rows'}, ${ms} ms)`,
  }),
  firstRows: (count: number, ms: number): Saying => ({
    zh: `（只显示前 ${count} 行，其余没有读取；请用 limit，${ms} 毫秒）`,
    en: `(only the first ${count} rows are shown and the rest was not fetched; use limit, ${ms} ms)`,
  }),
  done: (tag: string, ms: number): Saying => ({ zh: `${tag}（${ms} 毫秒）`, en: `${tag} (${ms} ms)` }),
  cancelled: { zh: '已取消', en: 'Cancelled' },
  cannotCancel: { zh: '无法取消：数据库没有接受取消请求', en: 'The database did not take the request to cancel' },
  tooLong: { zh: '语句太长，已丢弃', en: 'The statement is too long and was dropped' },
  unreadable: {
    zh: '该语句无法可靠地检查，因此没有执行',
    en: 'This statement cannot be checked reliably, so it was not run',
  },
  skipped: { zh: '其后的语句没有执行', en: 'The statements after it were not run' },
  noCopy: {
    zh: '此控制台不支持与客户端之间的 COPY，也不支持 LOAD DATA LOCAL',
    en: 'COPY from or to the client and LOAD DATA LOCAL are not possible in this console',
  },
  lost: { zh: '与数据库的连接已中断', en: 'The connection to the database was lost' },
} as const
