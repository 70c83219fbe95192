import { useState } from 'react'
import { useSession } from '../api/session.ts'
import { Combobox } from '../ui/index.ts'
import { enterOrganisation } from './leaving.ts'
import { words } from './words.ts'

export function OrganisationSelect() {
  const { org, orgs } = useSession()
  const [going, setGoing] = useState<string>()
  const enter = async (id: string) => {
    if (id === '' || id === org?.id) return
    setGoing(id)
    await enterOrganisation(id).catch(() => setGoing(undefined))
  }
  return (
    <div className="db-side-org">
      <Combobox
        id="organisation"
        label={words.organisation}
        value={going ?? org?.id ?? ''}
        options={orgs.map(({ id, name }) => ({ value: id, label: name }))}
        disabled={going !== undefined}
        onChange={enter}
      />
    </div>
  )
}
