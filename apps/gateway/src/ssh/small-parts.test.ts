import { describe, expect, it } from 'vitest'
import { FileRoot } from '../session/file-root.ts'
import { fit, widthOf } from '../session/width.ts'
import { readAddress } from './address.ts'
import { fileRightOf, leavesRoot } from './exec-rights.ts'

describe('the name somebody logs in with', () => {
  it.each([
    ['ann', { username: 'ann' }],
    ['ann@example.com', { username: 'ann@example.com' }],
    ['ann@www@web-01', { username: 'ann', to: { systemUser: 'www', asset: 'web-01' } }],
    ['ann@example.com@www@10.0.0.1', { username: 'ann@example.com', to: { systemUser: 'www', asset: '10.0.0.1' } }],
    ['@@', { username: '@@' }],
    ['ann@@web', { username: 'ann@@web' }],
  ])('%s', (name, address) => {
    expect(readAddress(name)).toEqual(address)
  })
})

describe('columns', () => {
  it('are as wide as they are shown, in both languages', () => {
    expect(widthOf('web-01')).toBe(6)
    expect(widthOf('数据库')).toBe(6)
    for (const text of ['web', '数据库服务器', 'a数据库', 'exactly-10', '']) expect(widthOf(fit(text, 10))).toBe(10)
  })
})

describe('[T21] commands that carry files', () => {
  it.each([
    ['ls -l', []],
    ['scp -t /tmp/x', ['upload_file']],
    ['scp -r -p -f -- /tmp/x', ['download_file']],
    ['scp -t x; cat y', ['upload_file', 'download_file']],
    ['rsync --server -vlogDtpre.iLsfxC . /tmp', ['upload_file', 'download_file']],
    ['sudo /usr/lib/openssh/sftp-server', ['upload_file', 'download_file']],
    ["sh -c 'exec /usr/libexec/sftp-server'", ['upload_file', 'download_file']],
  ])('%s needs %j', (command, rights) => {
    expect(fileRightOf(command)).toEqual(rights)
  })
})

describe('[T31] commands that know no root', () => {
  it.each([
    ['scp -t /tmp/x', true],
    ['/usr/lib/openssh/sftp-server', true],
    ['rsync --server --sender -vlogDtpre.iLsfxC . /etc/', true],
    ["sh -c 'cd / && rsync --server . .'", true],
    ['ls rsync', false],
  ])('%s: %s', (command, leaves) => {
    expect(leavesRoot(command)).toBe(leaves)
  })
})

describe('[T31] the root of files', () => {
  const links: Record<string, string> = { '/srv/data/out': '/etc', '/srv/data/in': '/srv/data/sub' }
  const realpath = async (path: string) => {
    for (const [link, to] of Object.entries(links))
      if (path === link || path.startsWith(`${link}/`)) return path.replace(link, to)
    return path
  }
  it('holds whatever is below it, and nothing beside it', async () => {
    const root = await FileRoot.open({ realpath }, '/srv/data')
    expect(await root.inside('sub/a')).toBe('/srv/data/sub/a')
    expect(await root.inside('in/a')).toBe('/srv/data/sub/a')
    expect(await root.inside('/srv/data/../data/a')).toBe('/srv/data/a')
    for (const path of ['..', '/', '/srv/database', '../database', 'out', 'out/passwd', 'sub/../../x'])
      await expect(root.inside(path)).rejects.toThrow()
    for (const path of ['../x', 'out/x', '/etc/x']) await expect(root.entry(path)).rejects.toThrow()
    expect(await root.entry('out')).toBe('/srv/data/out')
  })
})
