export * from './public-settings.ts'
export * from './refusal.ts'
