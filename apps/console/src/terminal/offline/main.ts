// The player that goes with a recording: one page, no server, no network. Whatever it shows of the recording it shows as text.
import './offline.css'
import { clockText } from '../clock-text.ts'
import { constructStyles } from '../constructed-styles.ts'
import { Playback, SPEEDS } from '../playback.ts'
import { playerWords } from '../player-words.ts'
import { Recording } from '../recording.ts'
import { TerminalScreen } from '../terminal-screen.ts'
import { readAbout, takenSource } from './taken-source.ts'

type Lang = 'zh' | 'en'
const STEP_MS = 5_000

constructStyles()
const about = readAbout(document)
let lang: Lang = navigator.language.startsWith('zh') ? 'zh' : 'en'

const make = <K extends keyof HTMLElementTagNameMap>(
  name: K,
  more: Partial<HTMLElementTagNameMap[K]> = {},
  ...inside: (Node | string)[]
): HTMLElementTagNameMap[K] => {
  const element = Object.assign(document.createElement(name), more)
  element.append(...inside)
  return element
}

const title = make('h1')
const warning = make('p', { className: 'warning', hidden: true })
const room = make('div', { className: 'room' })
const toggle = make('button', { type: 'button', className: 'play' })
const line = make('input', { type: 'range', min: '0', step: '100' })
const time = make('span', { className: 'time' })
const speed = make('select', {}, ...SPEEDS.map((one) => make('option', { value: String(one) }, `${one}×`)))
const skip = make('input', { type: 'checkbox' })
const skipText = make('span')
const other = make('button', { type: 'button' })
speed.value = '1'
document.body.append(
  make('header', {}, title, make('p', {}, about.facts.join(' · ')), other),
  make('main', {}, warning, room),
  make('footer', {}, toggle, line, time, speed, make('label', {}, skip, skipText)),
)

const warn = (text: string): void => {
  warning.textContent = text
  warning.hidden = text === ''
}

try {
  const recording = await Recording.open(await takenSource(document, about))
  attend(recording, new Playback(recording, new TerminalScreen(room)))
} catch (error) {
  title.textContent = playerWords.titleOf[lang](playerWords.replay[lang], about.user, about.asset)
  warn(`${playerWords.loadFailed[lang]}: ${(error as Error).message}`)
}

function attend(recording: Recording, playback: Playback): void {
  const draw = () => {
    const { atMs, durationMs, isPlaying, problem, isCut } = playback.state
    const [at, whole] = [clockText(atMs), clockText(durationMs)]
    toggle.textContent = isPlaying ? '❚❚' : '▶'
    toggle.setAttribute('aria-label', playerWords[isPlaying ? 'pause' : 'play'][lang])
    line.max = String(Math.max(1, durationMs))
    line.value = String(Math.min(atMs, durationMs))
    line.setAttribute('aria-valuetext', playerWords.position[lang](at, whole))
    time.textContent = `${at} / ${whole}`
    warn(
      [
        problem === undefined ? '' : `${playerWords.loadFailed[lang]}: ${(problem as Error).message}`,
        recording.damaged.size > 0 ? playerWords.damaged[lang] : '',
        isCut ? playerWords.cut[lang] : '',
      ]
        .filter(Boolean)
        .join(' '),
    )
  }
  const speak = (next: Lang) => {
    lang = next
    document.documentElement.lang = lang === 'zh' ? 'zh-CN' : 'en'
    title.textContent = playerWords.titleOf[lang](playerWords.replay[lang], about.user, about.asset)
    document.title = title.textContent
    other.textContent = lang === 'zh' ? 'English' : '中文'
    room.parentElement!.setAttribute('aria-label', playerWords.screen[lang])
    line.setAttribute('aria-label', playerWords.timeline[lang])
    speed.setAttribute('aria-label', playerWords.speed[lang])
    skipText.textContent = playerWords.skipPauses[lang]
    draw()
  }
  const playOrPause = () => (playback.state.isPlaying ? playback.pause() : void playback.play())
  toggle.addEventListener('click', playOrPause)
  line.addEventListener('input', () => void playback.seek(Number(line.value)))
  speed.addEventListener('change', () => playback.setSpeed(Number(speed.value)))
  skip.addEventListener('change', () => playback.skipPauses(skip.checked))
  other.addEventListener('click', () => speak(lang === 'zh' ? 'en' : 'zh'))
  document.addEventListener('keydown', (event) => {
    if ((event.target as Element).closest('select, button, input:not([type=range])')) return
    if (event.key === ' ') playOrPause()
    else if (event.key === 'ArrowLeft') void playback.seek(playback.state.atMs - STEP_MS)
    else if (event.key === 'ArrowRight') void playback.seek(playback.state.atMs + STEP_MS)
    else return
    event.preventDefault()
  })
  playback.subscribe(draw)
  speak(lang)
  void playback.seek(0).then(() => playback.play())
  requestAnimationFrame(function next(now) {
    playback.tick(now)
    requestAnimationFrame(next)
  })
}
