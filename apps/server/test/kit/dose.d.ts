/** All of it in a thorough run, else a part that still finds what was broken by a change. */
export declare const dose: (all: number, part: number) => number
