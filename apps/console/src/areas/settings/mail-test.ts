// Sends a mail with the form as it stands, saved or not; the answer is told either way.
import { post } from '../../api/client.ts'
import { Failure, fieldProblems } from '../../api/failure.ts'
import { notify } from '../../ui/index.ts'
import { mailFields } from './words.ts'

export const testMail = async (values: Record<string, any>): Promise<void> => {
  try {
    const { msg } = await post<{ msg: string }>(
      '/api/v1/settings/mail/testing/',
      { ...values, EMAIL_HOST_PASSWORD: values.EMAIL_HOST_PASSWORD ?? '' },
      { flash: false },
    )
    notify.success(msg)
  } catch (failure) {
    if (!(failure instanceof Failure)) throw failure
    notify.error(reasonOf(failure))
  }
}

/** One reason where the server gives one; else what it says of each field. */
const reasonOf = (failure: Failure): string => {
  const fields = fieldProblems(failure)
  if ('error' in fields || Object.keys(fields).length === 0) return failure.message
  return Object.entries(fields)
    .map(([name, problem]) => `${mailFields[name as keyof typeof mailFields] ?? name}: ${problem}`)
    .join('\n')
}
