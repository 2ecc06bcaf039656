import { writeFileSync } from 'node:fs';
import {
  PROVIDER_ENVIRONMENT,
  REQUEST_TIMEOUT_KEY,
  MODEL_PROVIDER_KEY,
} from '../packages/sekisho/src/providers/provider-env.ts';
import { PROVIDER_NAMES } from '../packages/sekisho/src/providers/provider-types.ts';
import {
  CAPABILITY_TABLE,
  FEATURE_NAMES,
  FEATURES,
} from '../packages/sekisho/src/providers/capability-table.ts';
import { findModelShutdown } from '../packages/sekisho/src/providers/provider-env.ts';

/** The file that the table is written to. */
export const PROVIDER_DOCS = new URL('../docs/providers.md', import.meta.url);

/** Renders the page about providers from the tables that the code uses. */
export function renderProviderDocs(): string {
  return `# Providers

Generated from \`packages/sekisho/src/providers/capability-table.ts\` and \`packages/sekisho/src/providers/provider-env.ts\`
by \`npm run docs:providers\`. Do not edit it manually: a test compares it.

## What each provider does with each setting

*supported*: the provider implements it. *emulated*: this package implements it. *refused*: the request fails with
\`AGENTS-E-COMPAT-UNSUPPORTED\` before it is sent, because a setting that is silently ignored is worse than an error.

${renderFeatures()}

Every response is validated, independent of the table: a call where none is allowed, no call where one is required, two
calls where one is allowed, arguments that are not a JSON object, a stream without an end, an error inside HTTP 200, a
content filter and an empty response are errors with a code, never a result. Text is never converted to a tool call.

Anthropic recommends its compatible endpoint only for evaluation. For thinking with tools use its native API
through \`fromAiSdk()\`.

## Environment

Options in code have precedence over the environment. \`${MODEL_PROVIDER_KEY.key}\` names the provider (\`${MODEL_PROVIDER_KEY.fallback}\` when unset);
\`${REQUEST_TIMEOUT_KEY.key}\` is the maximum wait for a response, or for the next part of a streamed response (\`${REQUEST_TIMEOUT_KEY.fallback}\`, at least 1000; at most 120000 for all but openai).
SSE comments extend the wait for the next part to at most five times this value.
A failed request is retried once if its response is not streamed, and never if it is streamed.

${renderEnvironment()}
`;
}

function renderFeatures(): string {
  const rows = FEATURE_NAMES.map((feature) => {
    const cells = PROVIDER_NAMES.map((provider) => {
      const { support, note } = CAPABILITY_TABLE[provider].features[feature];
      return note === undefined ? support : `${support}: ${note}`;
    });
    return `| ${FEATURES[feature]} | ${cells.join(' | ')} |`;
  });
  return [
    `| setting | ${PROVIDER_NAMES.join(' | ')} |`,
    `|---|${PROVIDER_NAMES.map(() => '---|').join('')}`,
    ...rows,
  ].join('\n');
}

function renderEnvironment(): string {
  const rows = PROVIDER_NAMES.flatMap((provider) => {
    const { apiKey, baseUrl, model, headers = {} } = PROVIDER_ENVIRONMENT[provider];
    return [apiKey, baseUrl, model, ...Object.values(headers)].map(({ key, fallback }) => {
      const shutdown = key === model.key && fallback !== undefined ? findModelShutdown(fallback) : undefined;
      const note = shutdown === undefined ? '' : ` (until ${shutdown.date}, then \`${shutdown.successor}\`)`;
      return `| ${provider} | \`${key}\` | ${fallback === undefined ? 'none' : `\`${fallback}\``}${note} |`;
    });
  });
  return ['| provider | key | default |', '|---|---|---|', ...rows].join('\n');
}

if (import.meta.main) writeFileSync(PROVIDER_DOCS, renderProviderDocs());
