/** A reason as the log keeps it; a judge of the house's own may speak English only. */
export interface LoggedReason {
  readonly reason: string;
  readonly reason_ja: string | null;
}

/** Finds the reason in what the log says about a call; undefined when it gives none. */
export function readLoggedReason(detail: Readonly<Record<string, unknown>>): LoggedReason | undefined {
  const { reason, reason_ja: japanese } = detail;
  if (typeof reason !== 'string' || reason === '') return undefined;
  return { reason, reason_ja: typeof japanese === 'string' && japanese !== '' ? japanese : null };
}
