// The end of a first login: where to read on, and where to begin.
import { useNavigate } from 'react-router'
import { useSession } from '../../api/session.ts'
import { PageFrame } from '../../kit/index.ts'
import { Button, Card, Icon } from '../../ui/index.ts'
import { say } from './words.ts'

export function Guide() {
  const { profile } = useSession()
  const go = useNavigate()
  const guide = profile?.guide_url
  return (
    <PageFrame title={say.guide}>
      <Card title={say.welcome}>
        <p>{guide ? say.welcomeText : say.welcomeNoGuide}</p>
        <div className="db-actions">
          <Button kind="primary" onClick={() => go('/')}>
            {say.start}
          </Button>
          {guide && (
            <a className="db-link" href={guide} target="_blank" rel="noopener noreferrer">
              {say.openGuide} <Icon name="external" />
            </a>
          )}
        </div>
      </Card>
    </PageFrame>
  )
}
