import { describe, expect, it } from 'vitest'
import {
  offersOrganisations,
  properOrganisation,
  readOrganisation,
  survivesSwitch,
  visibleOrganisations,
} from './organisations.ts'

const root = { id: 'r', name: 'GLOBAL', is_default: false, is_root: true }
const standard = { id: 'd', name: 'Default', is_default: true, is_root: false }
const other = { id: 'o', name: 'Other', is_default: false, is_root: false }

describe('organisations', () => {
  it('[GUARD-14] the proper one is the default, else the first', () => {
    expect(properOrganisation([root, other, standard])).toBe(standard)
    expect(properOrganisation([root, other])).toBe(root)
    expect(properOrganisation([])).toBeUndefined()
  })

  it('[ROOTORG-06] the root one is there with a licence only', () => {
    expect(visibleOrganisations([root, standard], true)).toEqual([root, standard])
    expect(visibleOrganisations([root, standard], false)).toEqual([standard])
  })

  it('[SIDE-03] [SIDE-05] are offered on admin pages, where one is neither root nor default', () => {
    expect(offersOrganisations({ role: 146, orgs: [root, standard, other] })).toBe(true)
    expect(offersOrganisations({ role: 146, orgs: [root, standard] })).toBe(false)
    expect(offersOrganisations({ role: 1, orgs: [root, standard, other] })).toBe(false)
  })

  it('[STATE-08] a cookie is read for what it is, and nothing else', () => {
    expect(readOrganisation(JSON.stringify(other))).toEqual(other)
    for (const text of [undefined, '', 'null', '3', '{', '{"id":1,"name":"x"}', '[]']) {
      expect(readOrganisation(text), text).toBeUndefined()
    }
  })

  it('[STATE-07] [HTTP-09] a page of one object does not outlive the switch', () => {
    expect(survivesSwitch('/users/users')).toBe(true)
    expect(survivesSwitch('/users/users/01890a5d-ac96-774b-bcce-b302099a8057/update')).toBe(false)
  })
})
