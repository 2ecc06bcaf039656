/** The parts of a request that say who sends it. */
type Caller = {
  host: string;
  /** The other end of the connection, 'unknown' when it is gone; undefined when there is no network between us. */
  address: string | undefined;
  header: (name: string) => string | undefined;
};

/** Says which user sends a request; undefined means nobody we know. */
export type Authenticator = (caller: Caller) => string | undefined;
