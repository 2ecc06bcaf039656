/** A parameter that was changed before sending because the API would have refused the call. */
export type Adjustment = { param: string; from: string; to: string | undefined; why: string };
