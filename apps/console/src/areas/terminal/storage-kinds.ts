// Both kinds of storages, and the types that can be created of each.
import type { CreateChoice } from '../../kit/spec.ts'
import { COMMAND_STORAGES, REPLAY_STORAGES } from './places.ts'
import { words } from './words.ts'

export type Kind = 'replay' | 'command'
export type StorageType = (typeof kinds)[Kind]['types'][number]

/** The first type is what a form begins with when nobody says. */
export const kinds = {
  replay: {
    url: REPLAY_STORAGES,
    name: 'ReplayStorage',
    tab: 'ReplayStorage',
    title: words.replayStorage,
    create: words.createReplayStorage,
    update: words.updateReplayStorage,
    types: ['s3', 'ceph', 'swift', 'oss', 'azure'],
  },
  command: {
    url: COMMAND_STORAGES,
    name: 'CommandStorage',
    tab: 'CommandStorage',
    title: words.commandStorage,
    create: words.createCommandStorage,
    update: words.updateCommandStorage,
    types: ['es'],
  },
} as const

export const createChoices = (kind: Kind): readonly CreateChoice[] =>
  kinds[kind].types.map((type) => ({ key: type, text: words[type], query: { type } }))

/** A type of this kind, whatever the address says. */
export const typeIn = (kind: Kind, asked: string | null): StorageType => {
  const types: readonly StorageType[] = kinds[kind].types
  return types.find((type) => type === asked) ?? types[0]!
}
