// A report for the operator's eyes: one line per finding, then what was looked at.
import type { Report } from './verify.ts'

export const reportText = (report: Report): string => {
  const { findings, more, notes, links, rows, first, last, head, pending, retirements } = report
  const lines = [
    ...findings.map(({ kind, text }) => `${kind}: ${text}`),
    ...(more > 0 ? [`… and ${more} more findings`] : []),
    ...notes.map((note) => `note: ${note}`),
    ...Object.entries(rows).map(([log, count]) => `${log}: ${count} rows`),
    ...retiredLines(retirements),
    links > 0 ? `chain: ${links} links, from ${first} to ${last}` : 'chain: no links yet',
    `head: ${head.no} ${head.hash}`,
    ...(pending > 0 ? [`waiting to be linked: ${pending}`] : []),
    findings.length === 0
      ? 'The audit is whole.'
      : `The audit is NOT whole: ${findings.length + more} finding(s). First broken place: ${findings[0]!.text}`,
  ]
  return `${lines.join('\n')}\n`
}

/** Every run of retention is in the report of a program; people want the sum. */
const retiredLines = (retirements: Report['retirements']): string[] =>
  [...new Set(retirements.map((one) => one.log))].map((log) => {
    const own = retirements.filter((one) => one.log === log)
    const sum = own.reduce((total, one) => total + one.rows, 0)
    return `${log}: ${sum} rows from before ${own.at(-1)!.before} were removed by retention`
  })
