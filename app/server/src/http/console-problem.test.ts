import { SekishoError } from 'sekisho';
import { describe, expect, it } from 'vitest';
import { consoleProblem } from './console-problem.ts';

describe('consoleProblem', () => {
  it.each(['AGENTS-E-STORE', 'AGENTS-E-LOG-STORE', 'AGENTS-E-LOG-ROLLBACK'] as const)(
    'names the cause: %s',
    (code) => {
      expect(consoleProblem(new SekishoError(code, 'The log is unavailable.'))).toMatchObject({
        status: 503,
        code: 'StoreUnavailable',
        title: 'The log is unavailable.',
        facts: { engine_code: code },
      });
    },
  );

  it('ignores errors that are not caused by a request', () => {
    expect(consoleProblem(new SekishoError('AGENTS-E-RUNNER', 'It failed.'))).toBeUndefined();
    expect(consoleProblem(new Error('It failed.'))).toBeUndefined();
  });
});
