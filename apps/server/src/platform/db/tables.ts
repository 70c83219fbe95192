// What every table holds, for the query builder. Tables of resources follow from their declarations; the rest is written here.
export interface Tables {}
