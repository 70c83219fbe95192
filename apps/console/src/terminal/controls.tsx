// Play, pause, where one is, how fast it goes.
import { useEffect } from 'react'
import { Button, Checkbox, IconButton, Select } from '../ui/index.ts'
import { clockText } from './clock-text.ts'
import { type Playback, SPEEDS } from './playback.ts'
import { useStateOf } from './player.tsx'
import type { Jump } from './use-commands.ts'
import { say } from './words.ts'

export interface ControlsProps {
  readonly playback: Playback
  readonly marks: readonly Jump[]
}

const STEP_MS = 5_000

export function Controls({ playback, marks }: ControlsProps) {
  const { atMs, durationMs, isPlaying, speed, skipsPauses, isOver, isCut } = useStateOf(playback)
  const toggle = () => (isPlaying ? playback.pause() : void playback.play())
  useKeys(playback)
  const [at, whole] = [clockText(atMs), clockText(durationMs)]
  return (
    <div className="db-player-controls">
      <IconButton icon={isPlaying ? 'pause' : 'play'} label={isPlaying ? say.pause : say.play} onClick={toggle} />
      <div className="db-player-line">
        <input
          type="range"
          aria-label={say.timeline}
          aria-valuetext={say.position(at, whole)}
          min={0}
          max={Math.max(1, durationMs)}
          step={100}
          value={Math.min(atMs, durationMs)}
          onChange={(event) => void playback.seek(Number(event.target.value))}
        />
        <div className="db-player-marks" aria-hidden="true">
          {durationMs > 0 &&
            marks.map((mark) => (
              <i
                key={mark.key}
                className={mark.isRisky ? 'db-player-risk' : undefined}
                style={{ insetInlineStart: `${Math.min(100, (mark.atMs / durationMs) * 100)}%` }}
              />
            ))}
        </div>
      </div>
      <span className="db-player-time">
        {at} / {whole}
      </span>
      <div className="db-player-choices">
        <Select
          id="player-speed"
          label={say.speed}
          value={String(speed)}
          options={SPEEDS.map((one) => ({ value: String(one), label: `${one}×` }))}
          onChange={(value: string) => playback.setSpeed(Number(value))}
        />
        <Checkbox id="player-pauses" value={skipsPauses} onChange={(on) => playback.skipPauses(on)}>
          {say.skipPauses}
        </Checkbox>
        {!isOver && !isCut && (
          <Button size="small" onClick={() => void playback.seek(Number.MAX_SAFE_INTEGER).then(() => playback.play())}>
            {say.toNow}
          </Button>
        )}
      </div>
    </div>
  )
}

/** Space and arrows, wherever nobody types or chooses; on the timeline too, whose own steps are too small for a long session. */
const useKeys = (playback: Playback): void =>
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if ((event.target as Element).closest('input:not([type=range]), select, button, a, textarea')) return
      const { atMs, isPlaying } = playback.state
      if (event.key === ' ') isPlaying ? playback.pause() : void playback.play()
      else if (event.key === 'ArrowLeft') void playback.seek(atMs - STEP_MS)
      else if (event.key === 'ArrowRight') void playback.seek(atMs + STEP_MS)
      else return
      event.preventDefault()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [playback])
