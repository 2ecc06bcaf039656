import { writeFileSync } from 'node:fs';
import {
  PROVIDER_ENVIRONMENT,
  REQUEST_TIMEOUT_KEY,
  MODEL_PROVIDER_KEY,
} from '../packages/sekisho/src/config/provider-env.ts';
import { PROVIDER_NAMES } from '../packages/sekisho/src/contracts/provider-name.ts';
import {
  CAPABILITY_TABLE,
  FEATURE_NAMES,
  FEATURES,
} from '../packages/sekisho/src/providers/capability-table.ts';
import { findModelShutdown } from '../packages/sekisho/src/providers/model-shutdowns.ts';

/** The file that the table is written to. */
export const PROVIDER_DOCS = new URL('../docs/providers.md', import.meta.url);

/** The page about providers, made from the tables that the code itself follows. */
export function renderProviderDocs(): string {
  return `# Providers

Made from \`packages/sekisho/src/providers/capability-table.ts\` and \`packages/sekisho/src/config/provider-env.ts\`
by \`npm run docs:providers\`. Do not edit it by hand: a test compares it.

## What each provider does with each setting

*honoured*: the provider does it. *emulated*: this package does it. *refused*: the request fails with
\`AGENTS-E-COMPAT-UNSUPPORTED\` before anything is sent, because a setting that is silently ignored is worse than an error.

${renderFeatures()}

Whatever the table says, an answer is checked: a call where none is allowed, no call where one is required, two calls
where one is allowed, arguments that are not a JSON object, a stream without an end, an error inside HTTP 200, a content
filter and an empty answer are errors with a code, never a result. A tool call is never made out of text.

Anthropic calls its compatible endpoint a tool for trying things out; for thinking with tools use its native API
through \`fromAiSdk()\`.

## Environment

Options given in code win over the environment. \`${MODEL_PROVIDER_KEY.key}\` names the provider (\`${MODEL_PROVIDER_KEY.fallback}\` when unset);
\`${REQUEST_TIMEOUT_KEY.key}\` is the longest wait for an answer, or for the next piece of a streamed one (\`${REQUEST_TIMEOUT_KEY.fallback}\`, at least 1000; at most 120000 for all but openai).
SSE comments extend the wait for the next piece, to five times this at the most.
A request that fails is tried once more when its answer comes whole, never when it is streamed.

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
    const { apiKey, baseUrl, model, headers } = PROVIDER_ENVIRONMENT[provider];
    return [apiKey, baseUrl, model, ...Object.values(headers)].map(({ key, fallback }) => {
      const shutdown = key === model.key && fallback !== undefined ? findModelShutdown(fallback) : undefined;
      const note = shutdown === undefined ? '' : ` (until ${shutdown.date}, then \`${shutdown.successor}\`)`;
      return `| ${provider} | \`${key}\` | ${fallback === undefined ? 'none' : `\`${fallback}\``}${note} |`;
    });
  });
  return ['| provider | key | default |', '|---|---|---|', ...rows].join('\n');
}

if (import.meta.main) writeFileSync(PROVIDER_DOCS, renderProviderDocs());
