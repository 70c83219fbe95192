import { operateLog, pathsOfType, resourceTypeOf, resourceTypes } from '@drawbridge/model'
import { serve } from '../../engine/serve.ts'

/** The type of a resource is kept as its path and read in the reader's language, so a filter takes either. */
export const operateLogs = serve(operateLog, {
  shape: (fields, { reader }) => {
    const names = [...new Set(resourceTypes().map((one) => one[reader.lang]))]
    const choices = names.map((name) => ({ value: name, label: { zh: name, en: name } }))
    return { ...fields, resource_type: { ...fields.resource_type, type: 'choice', filter: true, choices } }
  },
  compute: { resource_type: (row, { reader }) => resourceTypeOf(row.resource_path)[reader.lang] },
  narrow: { resource_type: (rows, name: string) => rows.where('t.resource_path', 'in', pathsOfType(name)) },
})
