import { SaxesParser } from 'saxes'
import { breather } from '../breath.ts'
import { malformed } from './failure.ts'

export type Attributes = Record<string, string>

// Names come without their prefix: programs differ in which they give to the one namespace that matters.
export type XmlHandler = {
  open?: (name: string, attributes: Attributes) => void
  text?: (text: string) => void
  close?: (name: string) => void
}

export const parseXml = async (chunks: AsyncIterable<Uint8Array>, handler: XmlHandler): Promise<void> => {
  const breathe = breather()
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const parser = strictParser(handler)
  for await (const chunk of chunks) {
    parser.write(utf8(() => decoder.decode(chunk, { stream: true })))
    await breathe()
  }
  parser.write(utf8(() => decoder.decode()))
  parser.close()
}

// No office file nests or lists nearly as deep; a hostile one would fill the memory with open tags.
const MAX_DEPTH = 64
const MAX_ATTRIBUTES = 256

const strictParser = (handler: XmlHandler) => {
  let depth = 0
  let attributes = 0
  const parser = new SaxesParser({ xmlns: false, position: false })
  parser.on('error', () => {
    throw malformed({ reason: 'xml' })
  })
  // Entities can only be declared here.
  parser.on('doctype', () => {
    throw malformed({ reason: 'xml_doctype' })
  })
  parser.on('attribute', () => {
    if (++attributes > MAX_ATTRIBUTES) throw malformed({ reason: 'xml_attributes' })
  })
  parser.on('opentag', (tag) => {
    attributes = 0
    if (++depth > MAX_DEPTH) throw malformed({ reason: 'xml_depth' })
    handler.open?.(localName(tag.name), tag.attributes)
  })
  parser.on('closetag', (tag) => {
    depth--
    handler.close?.(localName(tag.name))
  })
  if (handler.text) {
    parser.on('text', handler.text)
    parser.on('cdata', handler.text)
  }
  return parser
}

const localName = (name: string) => name.slice(name.indexOf(':') + 1)

const utf8 = (decode: () => string) => {
  try {
    return decode()
  } catch {
    throw malformed({ reason: 'xml_encoding' })
  }
}
