// What is sent of an account: secrets only when there is something in them. Pure.
import type { Item } from '../../kit/spec.ts'

export const accountBody = (
  { asset, username }: Item,
  { password, key }: { password: string; key: string },
): Record<string, string> => ({
  asset,
  username,
  ...(password !== '' && { password }),
  // The contract calls it `key`; the account itself has it as its private key.
  ...(key !== '' && { key, private_key: key }),
})
