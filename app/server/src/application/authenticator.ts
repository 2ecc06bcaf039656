/** The parts of a request that say who sends it. */
type Caller = { host: string; header: (name: string) => string | undefined };

/** Says which user sends a request; undefined means nobody we know. */
export type Authenticator = (caller: Caller) => string | undefined;
