import { SekishoError } from 'sekisho';
import { describe, expect, it } from 'vitest';
import { consoleProblem } from './console-problem.ts';

describe('consoleProblem', () => {
  it.each(['AGENTS-E-STORE', 'AGENTS-E-LOG-STORE'] as const)('asks to try again after %s', (code) => {
    expect(consoleProblem(new SekishoError(code, 'The log is down.'))).toMatchObject({
      status: 503,
      code: 'StoreUnavailable',
      title: 'The log is down.',
      facts: { engine_code: code },
    });
  });

  it('leaves errors that are no answer to a request alone', () => {
    expect(consoleProblem(new SekishoError('AGENTS-E-RUNNER', 'It failed.'))).toBeUndefined();
    expect(consoleProblem(new Error('It failed.'))).toBeUndefined();
  });
});
