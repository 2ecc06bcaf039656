/** A reason from the audit log. A custom judge may provide English only. */
export interface LoggedReason {
  readonly reason: string;
  readonly reason_ja: string | null;
}

/** Reads the reason from the audit detail of a call. Returns undefined when it contains none. */
export function readLoggedReason(detail: Readonly<Record<string, unknown>>): LoggedReason | undefined {
  const { reason, reason_ja: japanese } = detail;
  if (typeof reason !== 'string' || reason === '') return undefined;
  return { reason, reason_ja: typeof japanese === 'string' && japanese !== '' ? japanese : null };
}
