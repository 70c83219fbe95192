// What reaches for hosts runs as a task: it is started here, and its log opens in a window of its own.
import { type CallOptions, post } from '../../api/client.ts'
import { openTaskLog } from '../../kit/task-log.ts'

interface Started {
  readonly task: string
}

export const startTask = async (path: string, body: unknown, options?: CallOptions): Promise<void> => {
  try {
    showLog(await post<Started>(path, body, options))
  } catch {
    // The message was shown; there is no log to open.
  }
}

export const showLog = ({ task }: Started): void => openTaskLog(task)
