// How much of a thing is enough. Dice and long lists cost minutes; `npm run test:thorough` takes them whole.
const thorough = process.env.THOROUGH === '1'

/** All of it in a thorough run, else a part that still finds what was broken by a change. */
export const dose = (all: number, part: number): number => (thorough ? all : part)
