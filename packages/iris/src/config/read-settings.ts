import type { Credentials } from '@sekisho/responses';
import { z } from 'zod';
import { irisArgumentsSchema } from '../ask/iris-arguments.ts';
import { irisDefaults, type IrisSettings } from '../ask/iris-settings.ts';
import { sentences } from '../messages/sentences.ts';
import { ConfigurationError } from './configuration-error.ts';
import type { Environment } from './env.ts';

const SHORTEST_SECRET = 16;
const headerText = z
  .string()
  .regex(/^[\x21-\x7e]*$/, 'has a character that no key has; copy it again')
  .optional();
const wholeNumber = z.string().regex(/^\d+$/, 'must be a whole number').optional();
const { reasoningEffort, searchContextSize, continuity, model } = irisArgumentsSchema.shape;
// What only the kernel uses is looked at here too: a mistake must be said at the start, not at the first question.
const settingsSchema = z.object({
  IRIS_MODEL: model,
  IRIS_REASONING_EFFORT: reasoningEffort,
  IRIS_SEARCH_CONTEXT_SIZE: searchContextSize,
  IRIS_CONTINUITY: continuity,
  IRIS_MAX_COST_USD: z.coerce.number().positive().optional(),
  IRIS_TIMEOUT_SECONDS: wholeNumber,
  IRIS_MAX_RETRIES: wholeNumber,
  IRIS_HANDLE_SECRET: z
    .string()
    .min(SHORTEST_SECRET, `must have at least ${SHORTEST_SECRET} characters`)
    .optional(),
  OPENAI_API_KEY: headerText,
  OPENAI_ORG_ID: headerText,
  OPENAI_BASE_URL: z
    .url({ protocol: /^https?$/, error: 'must begin with https:// or http://' })
    .refine(
      (url) => URL.parse(url)?.username === '' && URL.parse(url)?.password === '',
      'must not contain a user name or a password',
    )
    .optional(),
});

/** The settings that need no network and no kernel; throws a ConfigurationError that says what to set. */
export function readSettings(
  environment: Environment,
  options: { demo: boolean; stateDir?: string | undefined },
): Omit<IrisSettings, 'credentials'> {
  if (!options.demo && environment.OPENAI_API_KEY === undefined) {
    throw new ConfigurationError(`${sentences.missingKey.en}\n${sentences.missingKey.ja}`);
  }
  const parsed = settingsSchema.safeParse(environment);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw new ConfigurationError(
      `${issue?.path.join('.') ?? 'A setting'}: ${issue?.message ?? 'not readable'}.`,
    );
  }
  const set = parsed.data;
  return {
    defaults: {
      ...irisDefaults,
      ...(set.IRIS_MODEL === undefined ? {} : { model: set.IRIS_MODEL }),
      ...(set.IRIS_REASONING_EFFORT === undefined ? {} : { reasoningEffort: set.IRIS_REASONING_EFFORT }),
      ...(set.IRIS_SEARCH_CONTEXT_SIZE === undefined
        ? {}
        : { searchContextSize: set.IRIS_SEARCH_CONTEXT_SIZE }),
      ...(set.IRIS_CONTINUITY === undefined ? {} : { continuity: set.IRIS_CONTINUITY }),
      ...(set.IRIS_MAX_COST_USD === undefined ? {} : { maxCostUsd: set.IRIS_MAX_COST_USD }),
    },
    stateDir: options.stateDir ?? environment.IRIS_STATE_DIR,
    handleSecret: environment.IRIS_HANDLE_SECRET,
  };
}

/** The credentials for OpenAI; loads the kernel, so it is called on the first question only. */
export async function readCredentials(environment: Environment): Promise<Credentials> {
  const { normalizeCredentials } = await import('@sekisho/responses');
  return normalizeCredentials({
    openai_api_key: environment.OPENAI_API_KEY,
    openai_organization: environment.OPENAI_ORG_ID,
    openai_api_base: environment.OPENAI_BASE_URL,
    request_timeout_seconds: environment.IRIS_TIMEOUT_SECONDS,
    max_retries: environment.IRIS_MAX_RETRIES,
  });
}
