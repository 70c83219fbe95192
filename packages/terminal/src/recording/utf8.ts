// Texts as bytes and back. Browsers and Node both have these; neither's types are known here.
declare const TextEncoder: new () => { encode(text: string): Uint8Array }
declare const TextDecoder: new () => { decode(bytes: Uint8Array): string }

const encoder = new TextEncoder()
const decoder = new TextDecoder()

export const toBytes = (text: string): Uint8Array => encoder.encode(text)
export const toText = (bytes: Uint8Array): string => decoder.decode(bytes)
