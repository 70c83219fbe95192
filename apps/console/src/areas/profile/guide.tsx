// The end of a first login: where to read on, and where to begin.
import { useSession } from '../../api/session.ts'
import { go, PageFrame } from '../../kit/index.ts'
import { Button, Card, Empty } from '../../ui/index.ts'
import { say } from './words.ts'

export function Guide() {
  const { profile } = useSession()
  const guide = profile?.guide_url
  return (
    <PageFrame title={say.guide}>
      <Card>
        <Empty
          icon="check"
          title={say.welcome}
          text={guide ? say.welcomeText : say.welcomeNoGuide}
          action={
            <>
              <Button kind="primary" onClick={() => void go('/')}>
                {say.start}
              </Button>
              {guide && (
                <Button icon="external" onClick={() => window.open(guide, '_blank', 'noopener')}>
                  {say.openGuide}
                </Button>
              )}
            </>
          }
        />
      </Card>
    </PageFrame>
  )
}
