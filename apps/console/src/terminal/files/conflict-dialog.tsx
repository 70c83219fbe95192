// Something has the name already: what shall become of the one that comes?
import { useState } from 'react'
import { formatBytes, formatDate } from '../../kit/format.ts'
import { Button, Checkbox, Dialog } from '../../ui/index.ts'
import { nameOf } from './paths.ts'
import type { Choice, ConflictQuestion } from './uploads.ts'
import { say } from './words.ts'

export function ConflictDialog({ question: { path, size, there, answer } }: { question: ConflictQuestion }) {
  const [forAll, setForAll] = useState(false)
  const choose = (choice: Choice) => () => answer(choice, forAll)
  const isFile = there.kind === 'file'
  return (
    <Dialog
      key={path}
      open
      width="small"
      title={isFile ? say.conflict : say.conflictFolder}
      onClose={choose('skip')}
      footer={
        <>
          <Button onClick={choose('skip')}>{say.skip}</Button>
          <Button onClick={choose('both')}>{say.keepBoth}</Button>
          {isFile && (
            <Button kind="danger" onClick={choose('overwrite')}>
              {say.overwrite}
            </Button>
          )}
        </>
      }
    >
      <div className="db-files-conflict">
        <p>
          <strong>{nameOf(path)}</strong>
        </p>
        {isFile && (
          <p className="db-muted">
            {say.conflictThere(formatBytes(there.size), formatDate(there.mtime * 1000))}
            <br />
            {say.conflictHere(formatBytes(size))}
          </p>
        )}
        <Checkbox id="files-for-all" value={forAll} onChange={setForAll}>
          {say.forAll}
        </Checkbox>
      </div>
    </Dialog>
  )
}
