/** The parts of a request that identify its sender. */
type Caller = {
  host: string;
  /** The remote address: 'unknown' after the connection has closed, undefined when there is no network connection. */
  address: string | undefined;
  header: (name: string) => string | undefined;
};

/** Returns the user that sends a request, or undefined when the user is unknown. */
export type Authenticator = (caller: Caller) => string | undefined;
