/** The error codes of the API with their HTTP status. Clients match on the code. */
export const serviceErrorStatuses = {
  Forbidden: 403,
  NotFound: 404,
  NotAnAnswer: 400,
  NameConflict: 409,
  TemplateInUse: 409,
  VersionConflict: 409,
  RequestRunning: 409,
  KeyReused: 422,
  InvalidSteps: 400,
  InvalidDate: 400,
  RateLimited: 429,
  SessionBusy: 429,
  OpenAIUnavailable: 502,
  Timeout: 504,
  ServiceEnding: 503,
  StoreUnavailable: 503,
} as const;

/** One of the error codes. */
export type ServiceErrorCode = keyof typeof serviceErrorStatuses;

/** The error type of the use cases. `facts` can be returned to the client, so they never contain user text. */
export class ServiceError extends Error {
  readonly code: ServiceErrorCode;
  readonly facts: Readonly<Record<string, string | number>>;

  constructor(
    code: ServiceErrorCode,
    message: string,
    facts: Readonly<Record<string, string | number>> = {},
    options: ErrorOptions = {},
  ) {
    super(message, options);
    this.name = 'ServiceError';
    this.code = code;
    this.facts = facts;
  }
}

/**
 * Creates the error of a request whose data could not be read or stored: a full disk, a lock, an unavailable
 * database.
 */
export function storeUnavailable(cause: unknown): ServiceError {
  return new ServiceError('StoreUnavailable', 'The data could not be stored. Retry later.', {}, { cause });
}
