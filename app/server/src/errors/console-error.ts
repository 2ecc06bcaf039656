/** The error codes of the console's API with their HTTP status. Clients match on the code. */
export const consoleErrorStatuses = {
  Unauthenticated: 401,
  LoginRefused: 401,
  Forbidden: 403,
  CsrfRefused: 403,
  NoRole: 403,
  OriginRefused: 403,
  NotFound: 404,
  AlreadyDecided: 409,
  DigestMismatch: 409,
  VersionConflict: 409,
  RunConflict: 409,
  ProgramOffline: 409,
  OwnRole: 409,
  SetChanged: 409,
  TooLate: 409,
  Expired: 410,
  HostRefused: 421,
  ConfirmationNeeded: 422,
  DisplayNeeded: 422,
  NotDisplayable: 422,
  ReasonNeeded: 422,
  MaskedValue: 422,
  NotEditable: 422,
  NotGrantable: 422,
  NotBatchable: 422,
  TurnChanged: 422,
  PolicyInvalid: 422,
  ManifestInvalid: 422,
  InvalidRequest: 400,
  RateLimited: 429,
  IssuerUnavailable: 502,
  TooManyStreams: 503,
  StoreUnavailable: 503,
} as const;

/** One of the error codes. */
export type ConsoleErrorCode = keyof typeof consoleErrorStatuses;

/** Returns whether a text is one of the error codes. */
export const isConsoleErrorCode = (code: string): code is ConsoleErrorCode =>
  Object.hasOwn(consoleErrorStatuses, code);

/** The error type of the console's use cases. `facts` are returned to the client. */
export class ConsoleError extends Error {
  readonly code: ConsoleErrorCode;
  readonly facts: Readonly<Record<string, unknown>>;

  constructor(
    code: ConsoleErrorCode,
    message: string,
    facts: Readonly<Record<string, unknown>> = {},
    options: ErrorOptions = {},
  ) {
    super(message, options);
    this.name = 'ConsoleError';
    this.code = code;
    this.facts = facts;
  }
}
