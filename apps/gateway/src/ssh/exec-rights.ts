// Which rights a single command needs beyond the one to connect: programs that carry files in or out.
import { reach } from '@drawbridge/terminal'

const CARRIERS = new Set(['scp', 'sftp-server', 'rsync', 'sftp', 'rz', 'sz', 'lrzsz'])

export const fileRightOf = (command: string): ('upload_file' | 'download_file')[] => {
  const { deeds } = reach(command)
  const names = deeds.map(({ name }) => name)
  if (!names.some((name) => CARRIERS.has(name)) && !/sftp-server/.test(command)) return []
  // As an old scp client asks for it: one direction, nothing else in the line.
  const [, direction] = /^scp(?: -[dprvq]+)* -([tf])(?: -[dprvq]+)* (?:-- )?[^;&|`$()<>\n]+$/.exec(command) ?? []
  if (direction === 't') return ['upload_file']
  if (direction === 'f') return ['download_file']
  return ['upload_file', 'download_file']
}
