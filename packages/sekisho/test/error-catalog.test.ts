import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { renderErrorCatalog } from '../../../scripts/render-error-catalog.ts';
import { ERROR_CATALOG, ERROR_CODES } from '../../engine/src/errors/error-catalog.ts';
import { SekishoError } from '../../engine/src/errors/sekisho-error.ts';

const page = join(import.meta.dirname, '../../../docs/errors.md');

/** Programs match on error codes: add new codes at the end, and never rename or remove one. */
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
  'AGENTS-E-STOPPED',
];

describe('the error catalog', () => {
  it('contains exactly the published codes', () => {
    expect([...ERROR_CODES]).toEqual(PINNED);
    expect(Object.keys(ERROR_CATALOG)).toEqual(PINNED);
  });

  it.each(Object.entries(ERROR_CATALOG))('explains %s in both languages', (_code, { cause, remedy }) => {
    for (const { en, ja } of [cause, remedy]) {
      expect(en).toMatch(/^[A-Z].*\.$|^createRunner.*\.$/);
      expect(ja).toMatch(/[\u3040-\u30FF\u4E00-\u9FFF].*。$/);
    }
  });

  it.each(ERROR_CODES)('has the category of the error for %s', (code) => {
    const error = new SekishoError(code, 'A test.');
    expect(error.category).toBe(ERROR_CATALOG[code].category);
    expect(error.category).toMatch(/^(runner|safety|approval|policy|store|audit|mcp|skills|provider)$/);
    expect(Object.keys(error)).not.toContain('reason');
  });

  it('matches docs/errors.md (run "node --conditions=@sekisho/source scripts/error-catalog.ts")', async () => {
    expect(await readFile(page, 'utf8')).toBe(renderErrorCatalog(ERROR_CATALOG));
  });
});
