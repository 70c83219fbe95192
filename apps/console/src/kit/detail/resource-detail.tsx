// One object on its page: what it is, what belongs to it, what can be done to it.
import '../../ui/styles/kit-detail.css'
import { useState } from 'react'
import { useLocation } from 'react-router'
import { del } from '../../api/client.ts'
import { changed, useItem } from '../../api/resource.ts'
import { useSession } from '../../api/session.ts'
import { pathOf } from '../../api/table-query.ts'
import { Bar, Button, Card, confirm, notify, Skeleton } from '../../ui/index.ts'
import { useLanguage } from '../../words/language.ts'
import { inLanguage } from '../../words/messages.ts'
import { say } from '../../words/say.ts'
import { go } from '../going.tsx'
import { useKept } from '../kept.ts'
import { nameOf } from '../list/values.ts'
import { LoadFailure } from '../load-failure.tsx'
import { PageFrame } from '../page-frame.tsx'
import { findPath, routeNamed, usePath } from '../paths.ts'
import { sibling } from '../route.ts'
import type { DetailContext, DetailSpec } from '../spec.ts'
import { type TabSpec, TabsOfPage } from '../tab-page.tsx'
import { tellFailure } from '../tell.ts'
import { holds } from '../when.ts'
import { detailTitle, detailUrl } from './detail.ts'
import { ObjectFacts } from './object-facts.tsx'
import { offersOf } from './offers.ts'

export interface ResourceDetailProps {
  readonly spec: DetailSpec
  readonly id: string
}

export function ResourceDetail({ spec, id }: ResourceDetailProps) {
  const lang = useLanguage()
  const session = useSession()
  const { pathname } = useLocation()
  const url = spec.url?.(id) ?? detailUrl(pathname)
  const [isGone, setGone] = useState(false)
  // What is deleted is not asked for again while the page is on its way out.
  const found = useItem(url, { enabled: !isGone })
  const item = useKept(url, found.data)
  const list = usePath(sibling(spec.name, 'List'))
  const route = routeNamed(spec.name)
  const kind = route ? inLanguage(route.title, lang) : ''
  const back = list ?? true

  if (found.error && (!item || found.error.status === 404)) {
    return (
      <PageFrame title={kind} back={back}>
        <LoadFailure error={found.error} onRetry={() => void found.refetch()} back={list} />
      </PageFrame>
    )
  }
  if (!item) {
    return (
      <PageFrame title={kind} back={back}>
        <Skeleton rows={10} shape="card" />
      </PageFrame>
    )
  }

  const context: DetailContext = { item, session, reload: () => void found.refetch() }
  const title = detailTitle(kind, spec.titleOf?.(item) ?? nameOf(item))
  return (
    <PageFrame
      title={title}
      back={back}
      actions={
        <DetailActions spec={spec} context={context} url={url} title={title} id={id} onGone={() => setGone(true)} />
      }
    >
      <Bar busy={found.isFetching} />
      <TabsOfPage name={spec.name} label={title} tabs={tabsOf(spec, context, { url, id })} />
    </PageFrame>
  )
}

const FACTS_TAB = 'info'

const tabsOf = (spec: DetailSpec, context: DetailContext, { url, id }: { url: string; id: string }): TabSpec[] => {
  const facts = <Overview spec={spec} context={context} url={url} id={id} />
  return [
    ...(spec.facts?.length === 0 && !spec.Side ? [] : [{ key: FACTS_TAB, title: say.basicInfo, content: facts }]),
    ...(spec.tabs ?? [])
      .filter(({ has }) => holds(has, context, true))
      .map(({ key, title, Body }) => ({ key, title: inLanguage(title), content: <Body {...context} /> })),
  ]
}

interface OverviewProps {
  readonly spec: DetailSpec
  readonly context: DetailContext
  readonly url: string
  readonly id: string
}

function Overview({ spec, context, url, id }: OverviewProps) {
  const { Side } = spec
  const facts = (
    <Card title={say.basicInfo}>
      <ObjectFacts item={context.item} url={url} spec={spec} id={id} />
    </Card>
  )
  if (!Side) return facts
  return (
    <div className="db-detail">
      <div className="db-detail-facts">{facts}</div>
      <div className="db-detail-side">
        <Side {...context} />
      </div>
    </div>
  )
}

interface ActionsProps extends OverviewProps {
  readonly title: string
  onGone(): void
}

function DetailActions({ spec, context, url, title, id, onGone }: ActionsProps) {
  const updatePath = usePath(sibling(spec.name, 'Update'), { id }, spec.carry?.(context.item))
  const list = sibling(spec.name, 'List')
  const offers = offersOf(spec, context)
  const { update } = offers

  const remove = async () => {
    const gone = await confirm({
      text: spec.confirmDelete?.(context.item) ?? say.confirmDelete(title),
      danger: true,
      ok: say.delete,
      work: async () => {
        try {
          await del(url, { flash: false })
        } catch (error) {
          tellFailure(say.deleteFailed, error)
          throw error
        }
      },
    })
    if (!gone) return
    onGone()
    notify.success(say.deleteSuccess)
    spec.deleted?.(context.item)
    await go(findPath(list) ?? '/', { replace: true })
    void changed(parentOf(url))
  }

  return (
    <>
      {updatePath && update.shown && (
        <Button icon="edit" disabled={!update.enabled} onClick={() => void go(updatePath)}>
          {say.update}
        </Button>
      )}
      {offers.delete.shown && (
        <Button kind="danger" icon="trash" disabled={!offers.delete.enabled} onClick={() => void remove()}>
          {say.delete}
        </Button>
      )}
    </>
  )
}

/** The list that an object stands in. */
const parentOf = (url: string): string => pathOf(url).replace(/[^/]+\/$/, '')
