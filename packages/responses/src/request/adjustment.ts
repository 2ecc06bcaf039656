/** A parameter that was changed before sending because the API would have rejected the request. */
export type Adjustment = { param: string; from: string; to: string | undefined; why: string };
