// Which rights a single command needs beyond the one to connect: programs that carry files in or out.
import { reach } from '@drawbridge/terminal'

const CARRIERS = new Set(['scp', 'sftp-server', 'rsync', 'sftp', 'rz', 'sz', 'lrzsz'])

/** They take any path on the target: nothing holds them inside a root, and `sftp` does the same there. */
const ROOTLESS = new Set(['scp', 'sftp-server', 'rsync'])

export const leavesRoot = (command: string): boolean => names(command).some((name) => ROOTLESS.has(name))

export const fileRightOf = (command: string): ('upload_file' | 'download_file')[] => {
  if (!names(command).some((name) => CARRIERS.has(name))) return []
  // As an old scp client asks for it: one direction, nothing else in the line.
  const [, direction] = /^scp(?: -[dprvq]+)* -([tf])(?: -[dprvq]+)* (?:-- )?[^;&|`$()<>\n]+$/.exec(command) ?? []
  if (direction === 't') return ['upload_file']
  if (direction === 'f') return ['download_file']
  return ['upload_file', 'download_file']
}

const names = (command: string): string[] => {
  const named = reach(command).deeds.map(({ name }) => name)
  return /sftp-server/.test(command) ? [...named, 'sftp-server'] : named
}
