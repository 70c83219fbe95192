import { useState } from 'react'
import { IconButton } from '../../ui/index.ts'
import type { Favorites } from './favorites.ts'
import { say } from './words.ts'

export function FavoriteStar({ id, name, favorites }: { id: string; name: string; favorites: Favorites }) {
  const [busy, setBusy] = useState(false)
  const on = favorites.assets?.has(id) ?? false
  const toggle = async () => {
    setBusy(true)
    try {
      await favorites.toggle(id, !on)
    } catch {
      // The reason is on the screen already; the star shows what holds.
    } finally {
      setBusy(false)
    }
  }
  return (
    <IconButton
      icon="star"
      className={on ? 'db-star db-star-on' : 'db-star'}
      label={say.favorite(name)}
      pressed={on}
      busy={busy || favorites.assets === undefined}
      onClick={() => void toggle()}
    />
  )
}
