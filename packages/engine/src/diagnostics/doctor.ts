/** A text in both languages. */
export interface LocalizedText {
  readonly en: string;
  readonly ja: string;
}

/** One result of a check: the problem, how it was found, and the remedy. */
export interface Finding {
  readonly id: string;
  readonly level: 'ok' | 'warning' | 'error';
  readonly found: LocalizedText;
  /** How it was found, so that a person can verify it. */
  readonly how: string;
  readonly remedy?: LocalizedText | undefined;
}

type Found = Finding | readonly Finding[] | undefined;

/** A check. Errors that it throws become findings. */
export type Check = () => Promise<Found> | Found;

/** The results of all checks. */
export interface DoctorReport {
  readonly ok: boolean;
  readonly findings: readonly Finding[];
}

/** Runs all checks. A check that throws becomes a finding. */
export async function examine(checks: Readonly<Record<string, Check>>): Promise<DoctorReport> {
  const found = await Promise.all(
    Object.entries(checks).map(async ([id, check]): Promise<Found> => {
      try {
        return await check();
      } catch (cause) {
        return brokenCheck(id, cause);
      }
    }),
  );
  const findings = found.flatMap((each) => each ?? []);
  return { ok: findings.every(({ level }) => level !== 'error'), findings };
}

function brokenCheck(id: string, cause: unknown): Finding {
  const why = cause instanceof Error ? cause.message : String(cause);
  return problem('error', id, `check "${id}"`, {
    en: `The check could not be executed: ${why}`,
    ja: `検査を実行できませんでした: ${why}`,
    remedy: 'Correct the problem in the message and run doctor() again.',
    remedy_ja: 'メッセージの原因を取り除き、doctor() を再実行してください。',
  });
}

/** Creates a finding about something that works. */
export function ok(id: string, how: string, found: LocalizedText): Finding {
  return { id, level: 'ok', found, how };
}

/** Creates a finding about a problem, with its remedy. */
export function problem(
  level: 'warning' | 'error',
  id: string,
  how: string,
  texts: LocalizedText & { readonly remedy: string; readonly remedy_ja: string },
): Finding {
  const { en, ja, remedy, remedy_ja } = texts;
  return { id, level, found: { en, ja }, how, remedy: { en: remedy, ja: remedy_ja } };
}
