import type { ReactNode } from 'react'
import { IconButton } from './button.tsx'
import { classes } from './classes.ts'
import { Icon, type IconName } from './icon.tsx'
import { useWords } from './words.ts'

export interface BannerProps {
  tone: 'info' | 'success' | 'warning' | 'danger'
  children?: ReactNode
  onClose?(): void
}

const icons: Record<BannerProps['tone'], IconName> = {
  info: 'info',
  success: 'info',
  warning: 'warning',
  danger: 'warning',
}

export function Banner({ tone, children, onClose }: BannerProps) {
  const words = useWords()
  return (
    <div className={classes('db-banner', `db-tone-${tone}`)} role={tone === 'danger' ? 'alert' : undefined}>
      <Icon name={icons[tone]} />
      <div className="db-banner-text">{children}</div>
      {onClose && <IconButton icon="cross" label={words.close} onClick={onClose} />}
    </div>
  )
}
