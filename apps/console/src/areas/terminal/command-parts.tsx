// How a command looks in lists: when it was typed, what it answered, and where in the recording that is.
import '../../ui/styles/terminal.css'
import { Moment } from '../../kit/index.ts'
import type { ColumnSpec, Item } from '../../kit/spec.ts'
import { Icon } from '../../ui/index.ts'
import { useLanguage } from '../../words/language.ts'
import { replayPath } from './places.ts'
import { say, words } from './words.ts'

/** Seconds since 1970. */
export const momentColumn: ColumnSpec = {
  label: words.date,
  width: 150,
  align: 'left',
  sortable: true,
  cell: ({ timestamp }) => <Moment value={Number(timestamp) * 1000} />,
}

export function CommandOutput({ row }: { row: Item }) {
  useLanguage()
  return (
    <div className="db-command">
      <pre>
        {`$ ${row.input}\n`}
        {row.output || <i>{say.noOutput}</i>}
      </pre>
      {typeof row.moment === 'number' && (
        <a className="db-link" href={replayPath(row.session, row.moment)} target="_blank" rel="noopener">
          <Icon name="play" /> {say.inRecording}
        </a>
      )}
    </div>
  )
}
