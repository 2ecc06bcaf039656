import { describe, expect, it } from 'vitest';
import { ApiProblem } from '../../api/api-problem.ts';
import { translate } from '../../i18n/translate.ts';
import { explainRefusal } from './explain-refusal.ts';
import { wordsEn } from './words.en.ts';

const explained = (failure: unknown) =>
  explainRefusal(failure, {
    say: (key, values) => translate('en', wordsEn[key], values),
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
  it('names who was faster, what they said and when', () => {
    expect(explained(decided({ id: 'ken' }))).toMatch(/already decided as “Rejected” by ken at .*2026/u);
  });

  it('says "you" when the other browser is one’s own', () => {
    expect(explained(decided({ id: 'mika' }))).toContain('by you at');
  });

  it('does without a name when the server has none', () => {
    expect(explained(decided(null))).toContain('by somebody');
  });

  it.each([
    ['Expired', /expired/u],
    ['DigestMismatch', /has changed/u],
    ['RunConflict', /the server is down/u],
  ])('explains %s', (code, text) => {
    expect(explained(new ApiProblem(409, { code, expires_at: '2026-11-15T12:00:00.000Z' }))).toMatch(text);
  });

  it('explains a server that did not answer', () => {
    expect(explained(new TypeError('Failed to fetch'))).toBe('Not sent: the server is down');
  });
});
