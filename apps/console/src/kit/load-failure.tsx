// In place of what could not be loaded: why, and what to do now.
import { useNavigate } from 'react-router'
import { Failure } from '../api/failure.ts'
import { Button, Empty } from '../ui/index.ts'
import { useLanguage } from '../words/language.ts'
import { say } from '../words/say.ts'

export interface LoadFailureProps {
  readonly error: unknown
  onRetry(): void
  /** Where the way back leads; one step back where nobody says. */
  readonly back?: string
}

export function LoadFailure({ error, onRetry, back }: LoadFailureProps) {
  useLanguage()
  const navigate = useNavigate()
  if (error instanceof Failure && error.status === 404) {
    return (
      <Empty
        icon="search"
        title={say.resourceLost}
        action={
          <Button icon="chevron-left" onClick={() => (back ? navigate(back) : navigate(-1))}>
            {say.back}
          </Button>
        }
      />
    )
  }
  return (
    <div role="alert">
      <Empty
        icon="warning"
        title={say.getFailed}
        text={error instanceof Error ? error.message : String(error)}
        action={
          <Button icon="refresh" onClick={onRetry}>
            {say.retry}
          </Button>
        }
      />
    </div>
  )
}
