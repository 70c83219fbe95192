// The three kinds of applications: one address, told apart by category and type.
import { isLicensed } from '../../api/session.ts'
import type { CreateChoice } from '../../kit/spec.ts'
import { words } from './words.ts'

export const APPLICATIONS = '/api/v1/applications/applications/'

export type Category = 'remote_app' | 'db' | 'cloud'
export type AppType = (typeof typesOf)[Category][number]

/** The first of each is what a form begins with when nobody says. */
export const typesOf = {
  remote_app: ['chrome', 'mysql_workbench', 'vmware_client', 'custom'],
  db: ['mysql', 'postgresql', 'mariadb', 'oracle'],
  cloud: ['k8s'],
} as const

const FREE: readonly AppType[] = ['mysql', 'k8s']

export const createChoices = (category: Category): readonly CreateChoice[] =>
  typesOf[category].map((type) => ({
    key: type,
    text: words[type],
    query: { type },
    ...(FREE.includes(type) ? {} : { has: isLicensed }),
  }))

/** A type of this category, whatever the address says. */
export const typeIn = (category: Category, asked: string | null): AppType => {
  const types: readonly AppType[] = typesOf[category]
  return types.find((type) => type === asked) ?? types[0]!
}
