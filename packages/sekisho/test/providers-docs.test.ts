import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { PROVIDER_DOCS, renderProviderDocs } from '../../../scripts/provider-table.ts';
import { PROVIDER_NAMES } from '../src/providers/provider-types.ts';
import { FEATURES } from '../src/providers/capability-table.ts';

describe('docs/providers.md', () => {
  it('matches the capability table', () => {
    expect(readFileSync(PROVIDER_DOCS, 'utf8')).toBe(renderProviderDocs());
  });

  it('has a row for every feature and a column for every provider', () => {
    const page = readFileSync(PROVIDER_DOCS, 'utf8');
    expect(page).toContain(`| setting | ${PROVIDER_NAMES.join(' | ')} |`);
    for (const feature of Object.values(FEATURES)) expect(page).toContain(`| ${feature} |`);
  });
});
