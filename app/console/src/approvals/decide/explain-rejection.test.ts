import { describe, expect, it } from 'vitest';
import { ApiProblem } from '../../api/api-problem.ts';
import { translate } from '../../i18n/translate.ts';
import { explainRejection } from './explain-rejection.ts';
import { textsEn } from '../texts.en.ts';

const explained = (failure: unknown) =>
  explainRejection(failure, {
    t: (key, values) => translate('en', textsEn[key], values),
    language: 'en',
    me: 'mika',
    explain: () => 'the server is down',
  });

const decided = (decided_by: unknown) =>
  new ApiProblem(409, {
    code: 'AlreadyDecided',
    status: 409,
    decided: 'denied',
    decided_by,
    decided_at: '2026-11-15T12:00:00.000Z',
  });

describe('explainRefusal', () => {
  it('names the person who decided first, the decision and the time', () => {
    expect(explained(decided({ id: 'ken' }))).toMatch(/already decided as “Rejected” by ken at .*2026/u);
  });

  it('contains "you" when the same person decided in another browser', () => {
    expect(explained(decided({ id: 'mika' }))).toContain('by you at');
  });

  it('contains no name when the server has none', () => {
    expect(explained(decided(null))).toContain('by another user');
  });

  it.each([
    ['Expired', /expired/u],
    ['DigestMismatch', /has changed/u],
    ['RunConflict', /the server is down/u],
  ])('explains %s', (code, text) => {
    expect(explained(new ApiProblem(409, { code, expires_at: '2026-11-15T12:00:00.000Z' }))).toMatch(text);
  });

  it('explains that the server did not respond', () => {
    expect(explained(new TypeError('Failed to fetch'))).toBe('Not sent: the server is down');
  });
});
