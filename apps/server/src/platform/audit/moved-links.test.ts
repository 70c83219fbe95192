import { expect, test } from 'vitest'
import { BEGINNING, hashOf, type Link } from './link.ts'
import { type BrokenLink, judgeBroken } from './moved-links.ts'

type Stored = Link & { hash: string }

const chain = (length: number): Stored[] => {
  const links: Stored[] = []
  for (let no = 1; no <= length; no++) {
    const link = { no, log: 'log', row: `row ${no}`, form: 1, digest: `${no}`, date: 'now' }
    links.push({ ...link, hash: hashOf(links.at(-1)?.hash ?? BEGINNING.hash, link) })
  }
  return links
}

/** What a walk finds broken, with the verdict on each. */
const judge = (links: readonly Stored[]) => {
  const broken: BrokenLink[] = links.flatMap((link, i) => {
    const before = links[i - 1]?.hash ?? BEGINNING.hash
    return hashOf(before, link) === link.hash ? [] : [{ ...link, before }]
  })
  return judgeBroken(broken).map((verdict, i) => [broken[i]!.no, verdict] as const)
}

const inOrder = (links: Stored[], numbers: number[]) => numbers.map((from, i) => ({ ...links[from - 1]!, no: i + 1 }))

test('two links that changed places are both told, and those behind them are not blamed', () => {
  const verdicts = judge(inOrder(chain(6), [1, 4, 3, 2, 5, 6]))
  expect(verdicts.filter(([, verdict]) => verdict.kind !== 'sound')).toEqual([
    [2, { kind: 'moved', from: 4 }],
    [4, { kind: 'moved', from: 2 }],
  ])
})

test('a link that was changed is called so', () => {
  const links = chain(4)
  links[1] = { ...links[1]!, digest: 'forged' }
  expect(judge(links)).toEqual([[2, { kind: 'changed' }]])
})

test('a link with a hash made to fit shows at the next one', () => {
  const links = chain(4)
  const forged = { ...links[1]!, digest: 'forged' }
  links[1] = { ...forged, hash: hashOf(links[0]!.hash, forged) }
  expect(judge(links)).toEqual([[3, { kind: 'changed' }]])
})
