import type { Check, Finding } from './finding.ts';

/** The results of all checks. */
export interface DoctorReport {
  readonly ok: boolean;
  readonly findings: readonly Finding[];
}

/** Runs all checks. A check that throws becomes a finding. */
export async function examine(checks: Readonly<Record<string, Check>>): Promise<DoctorReport> {
  const findings = await Promise.all(
    Object.entries(checks).map(async ([id, check]): Promise<readonly Finding[]> => {
      try {
        return await check();
      } catch (cause) {
        return [broken(id, cause)];
      }
    }),
  );
  const all = findings.flat();
  return { ok: all.every(({ level }) => level !== 'error'), findings: all };
}

function broken(id: string, cause: unknown): Finding {
  const why = cause instanceof Error ? cause.message : String(cause);
  return {
    id,
    level: 'error',
    found: { en: `The check could not be executed: ${why}`, ja: `検査を実行できませんでした: ${why}` },
    how: `check "${id}"`,
    remedy: {
      en: 'Correct the problem in the message and run doctor() again.',
      ja: 'メッセージの原因を取り除き、doctor() を再実行してください。',
    },
  };
}
