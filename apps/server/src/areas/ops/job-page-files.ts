// Style and script of the page: in files, because the content policy runs nothing that stands in the page itself.
export const jobCss = `:root { color-scheme: light dark; --ground: #f5f6f8; --sheet: #fff; --text: #1f2329; --quiet: #646a73; --line: #dee0e3 }
@media (prefers-color-scheme: dark) { :root { --ground: #17191c; --sheet: #1f2226; --text: #e8eaed; --quiet: #9aa0a6; --line: #34383d } }
* { box-sizing: border-box }
body { margin: 0; background: var(--ground); color: var(--text); font: 14px/1.6 system-ui, -apple-system, 'PingFang SC', 'Microsoft YaHei', sans-serif }
main { display: flex; flex-direction: column; gap: 12px; height: 100vh; padding: 16px }
h1 { margin: 0; font-size: 16px }
pre { flex: 1; margin: 0; padding: 12px; overflow: auto; background: var(--sheet); border: 1px solid var(--line); border-radius: 6px; white-space: pre-wrap; overflow-wrap: anywhere; font: 13px/1.6 ui-monospace, Menlo, Consolas, monospace }
p { margin: 0; color: var(--quiet) }
`

export const jobJs = `'use strict'
{
  const log = document.querySelector('[data-log]')
  const status = document.querySelector('[role=status]')
  const say = (word) => { if (status.textContent !== word) status.textContent = word }
  let mark = log.dataset.mark
  const follow = async () => {
    let wait = 2000
    try {
      const reply = await fetch(log.dataset.log + '?mark=' + mark, { credentials: 'same-origin' })
      if (!reply.ok) throw new Error(String(reply.status))
      const piece = await reply.json()
      const atEnd = log.scrollTop + log.clientHeight >= log.scrollHeight - 4
      mark = piece.mark
      if (piece.data) {
        log.append(piece.data)
        wait = 0
      }
      if (atEnd) log.scrollTop = log.scrollHeight
      if (piece.end) return say(status.dataset.over)
      say(status.dataset.running)
    } catch {
      say(status.dataset.lost)
      wait = 5000
    }
    setTimeout(follow, wait)
  }
  if (!log.dataset.over) follow()
}
`
