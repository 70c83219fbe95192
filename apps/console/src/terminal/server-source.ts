// Recordings as our server gives them.
import { get } from '../api/client.ts'
import { Failure } from '../api/failure.ts'
import { download } from '../api/transfer.ts'
import { hashing } from './hashing.ts'
import { Recording, type Source, type Told } from './recording.ts'
import { uploadedSource } from './uploaded-source.ts'

export const SESSIONS = '/api/v1/terminal/sessions/'

export const serverSource = (session: string): Source => ({
  manifest: (after) => get<Told>(`${SESSIONS}${session}/recording/`, { query: { after }, flash: false }),
  chunk: async (no) => {
    const { blob } = await download(`${SESSIONS}${session}/chunks/${no}/`)
    return new Uint8Array(await blob.arrayBuffer())
  },
  ...hashing(),
})

/** In chunks, or as the one file that came. */
export const openRecording = async (session: string): Promise<Recording> => {
  try {
    return await Recording.open(serverSource(session))
  } catch (error) {
    if (!(error instanceof Failure) || error.status !== 404) throw error
    const file = await download(`${SESSIONS}${session}/replay/file/`).catch(() => undefined)
    if (!file) throw error
    return Recording.open(await uploadedSource(file.blob))
  }
}
