// A session that carries files: whoever asks for them, with sftp or in a browser, gets them from here.
import { Denied, type FileRecord, type Lang } from '../server/server.ts'
import { type FileRights, GuardedFiles } from './guarded-files.ts'
import { DialFailure, type Line } from './line.ts'
import type { Means, Session } from './session.ts'
import { sayings } from './words.ts'

const MOST_LOGGED = 1_024

/** Either right is enough to look around; without one there is nothing to do here. */
export const fileRightsOf = (session: Session, lang: Lang): FileRights => {
  const rights = { upload: session.may('upload_file'), download: session.may('download_file') }
  if (!rights.upload && !rights.download) throw new Denied(sayings.failed.right[lang])
  return rights
}

export const carryFiles = async (
  session: Session,
  line: Line,
  { rights, address, means }: { readonly rights: FileRights; readonly address: string; readonly means: Means },
): Promise<{ files: GuardedFiles; done: Promise<unknown> }> => {
  if (!line.files) throw new DialFailure('protocol', 'no files')
  const target = await line.files()
  let files: GuardedFiles | undefined
  const { mark, active, done } = session.carry(() => files?.abandon())
  target.onLost(() => session.close('lost'))
  const { org_id, user, asset, system_user, sftp_root: root } = session.connection
  const note = (operate: FileRecord['operate'], path: string, is_success: boolean): void => {
    const filename = loggable(path)
    mark(`${operate} ${filename}${is_success ? '' : ' (refused or failed)'}`)
    means.files.add({
      ...{ at: means.now(), org_id, user, asset, system_user, remote_addr: address },
      ...{ operate, filename, is_success },
    })
  }
  const caughtUp = () => means.files.caughtUp()
  files = await GuardedFiles.open(target, { rights, root, note, mark, active, caughtUp })
  return { files, done }
}

/** As much as the log takes, both ends of it: a record that is refused would be none. */
const loggable = (path: string): string =>
  path.length <= MOST_LOGGED ? path : `${path.slice(0, MOST_LOGGED / 2 - 1)}…${path.slice(-MOST_LOGGED / 2)}`
