import { describe, expect, it } from 'vitest';
import { en } from '../i18n/en.ts';
import { ApiProblem } from './api-problem.ts';
import { explainFailure } from './explain-failure.ts';

const explain = (failure: unknown, language: 'en' | 'ja') =>
  explainFailure(failure, {
    language,
    t: (key) => (typeof en[key] === 'string' ? en[key] : ''),
  });

describe('explainFailure', () => {
  it('returns the message of the server in the language of the person', () => {
    const body = { code: 'NotFound', title: 'There is no such run.', title_ja: '対象が見つかりません。' };
    const problem = new ApiProblem(404, body);
    expect(explain(problem, 'en')).toBe('There is no such run.');
    expect(explain(problem, 'ja')).toBe('対象が見つかりません。');
  });

  it('falls back to the available language, or to a general message', () => {
    expect(explain(new ApiProblem(404, { title: 'Not here.' }), 'ja')).toBe('Not here.');
    expect(explain(new ApiProblem(502, undefined), 'ja')).toBe('The server answered with status 502.');
  });

  it('names the role only when the role is the cause', () => {
    const refused = (code: string) => explain(new ApiProblem(403, { code, title: 'Reload the page.' }), 'en');
    expect(refused('Forbidden')).toBe(en['state.forbidden']);
    expect(refused('CsrfRefused')).toBe('Reload the page.');
  });

  it('reports that the server did not respond', () => {
    expect(explain(new TypeError('fetch failed'), 'en')).toBe(en['state.unreachable']);
  });
});
