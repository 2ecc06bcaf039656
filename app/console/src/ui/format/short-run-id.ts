const KEPT = 8;

/** Shortens the id of a run to its end. Ids begin with the time, so runs of one hour begin alike. */
export const shortRunId = (id: string): string => (id.length <= KEPT + 1 ? id : `…${id.slice(-KEPT)}`);
