import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { renderErrorCatalog } from '../../../scripts/render-error-catalog.ts';
import { ERROR_CATALOG } from '../src/errors/error-catalog.ts';
import { ERROR_CODES } from '../src/errors/error-codes.ts';
import { SekishoError } from '../src/errors/sekisho-error.ts';

const page = join(import.meta.dirname, '../../../docs/errors.md');

/** A code is a promise to everybody who matches on it: add at the end, never rename, never remove. */
const PINNED = [
  'AGENTS-E-RUNNER-CONFIG',
  'AGENTS-E-RUNNER',
  'AGENTS-E-INPUT-INVALID',
  'AGENTS-E-STREAM',
  'AGENTS-E-GATE-DENIED',
  'AGENTS-E-GATE-EVAL',
  'AGENTS-E-AGENT-CAPABILITY-RESOLVE',
  'AGENTS-E-SDK-COPY',
  'AGENTS-E-GUARDRAIL-DENIED',
  'AGENTS-E-APPROVAL-NOT-FOUND',
  'AGENTS-E-APPROVAL-INVALID',
  'AGENTS-E-RESUME-TOKEN',
  'AGENTS-E-RUN-STATE',
  'AGENTS-E-RUN-NOT-FOUND',
  'AGENTS-E-RUN-CONFLICT',
  'AGENTS-E-NONDETERMINISM',
  'AGENTS-E-STORE',
  'AGENTS-E-LOG-STORE',
  'AGENTS-E-POLICY-INVALID',
  'AGENTS-E-MCP-UNREACHABLE',
  'AGENTS-E-MCP-SCHEMA',
  'AGENTS-E-MCP-EXEC',
  'AGENTS-E-SKILL-PARSE',
  'AGENTS-E-SKILL-NOT-LOADED',
  'AGENTS-E-SKILL-NOT-FOUND',
  'AGENTS-E-SKILL-SCHEMA',
  'AGENTS-E-PROVIDER-CONFIG',
  'AGENTS-E-COMPAT-UNSUPPORTED',
  'AGENTS-E-RUN-APPLICATION',
  'AGENTS-E-AUTHORITY',
  'AGENTS-E-LOG-ROLLBACK',
];

describe('the error catalogue', () => {
  it('has exactly the codes that were promised', () => {
    expect([...ERROR_CODES]).toEqual(PINNED);
    expect(Object.keys(ERROR_CATALOG)).toEqual(PINNED);
  });

  it.each(Object.entries(ERROR_CATALOG))('explains %s in both languages', (_code, { cause, remedy }) => {
    for (const { en, ja } of [cause, remedy]) {
      expect(en).toMatch(/^[A-Z].*\.$|^createRunner.*\.$/);
      expect(ja).toMatch(/[\u3040-\u30FF\u4E00-\u9FFF].*。$/);
    }
  });

  it.each(ERROR_CODES)('gives %s a category that the error has, too', (code) => {
    const error = new SekishoError(code, 'A test.');
    expect(error.category).toBe(ERROR_CATALOG[code].category);
    expect(error.category).toMatch(/^(runner|safety|approval|policy|store|audit|mcp|skills|provider)$/);
    expect(Object.keys(error)).not.toContain('reason');
  });

  it('is what docs/errors.md says (run "node --conditions=@sekisho/source scripts/error-catalog.ts")', async () => {
    expect(await readFile(page, 'utf8')).toBe(renderErrorCatalog(ERROR_CATALOG));
  });
});
