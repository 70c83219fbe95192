// The log of a task, in a window of its own.
import { createElement } from 'react'
import { notify } from '../ui/index.ts'
import { messages } from '../words/messages.ts'
import { TASK_WINDOW } from './limits.ts'
import { BASE } from './paths.ts'

const words = messages({
  blocked: {
    zh: '浏览器拦截了日志窗口，点此打开',
    en: 'The browser blocked the window of the log; open it here',
  },
})

export const taskLogPath = (id: string): string => `${BASE}/ops/celery/task/${encodeURIComponent(id)}/log/`

export const openTaskLog = (id: string): void => {
  const path = taskLogPath(id)
  const { width, height } = TASK_WINDOW
  const opened = window.open(path, '', `width=${width},height=${height}`)
  if (!opened) notify.info(createElement('a', { className: 'db-link', href: path, target: '_blank' }, words.blocked))
}
