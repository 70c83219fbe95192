export * from './public-settings.ts'
export * from './refusal.ts'
export * from './session/connection.ts'
export * from './session/web.ts'
