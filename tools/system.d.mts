export function outsidePostgres(): string | undefined
export function installPrograms(): void
