import type { Credentials } from '@sekisho/responses';
import { irisDefaults, type IrisSettings } from '../ask/iris-settings.ts';
import { sentences } from '../messages/sentences.ts';
import { ConfigurationError } from './configuration-error.ts';
import type { Environment } from './env.ts';
import { ALLOWED, SECRETS, settingsSchema } from './settings-schema.ts';

/** Reads the settings that need no network and no kernel. Throws a ConfigurationError that names the variable to set. */
export function readSettings(
  environment: Environment,
  options: { demo: boolean; stateDir?: string | undefined },
): Omit<IrisSettings, 'credentials'> {
  if (!options.demo && environment.OPENAI_API_KEY === undefined) {
    throw new ConfigurationError(sentences.missingKey);
  }
  const parsed = settingsSchema.safeParse(environment);
  if (!parsed.success) {
    const wrong = new Set(parsed.error.issues.map(({ path }) => path[0]));
    throw refuse(
      settingsSchema.keyof().options.filter((name) => wrong.has(name)),
      environment,
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

/** Creates an error that names each invalid variable, its value unless it is secret, and the allowed values. */
function refuse(names: readonly (keyof typeof ALLOWED)[], environment: Environment): ConfigurationError {
  const value = (name: keyof typeof ALLOWED) =>
    SECRETS.has(name) ? undefined : JSON.stringify(environment[name]?.slice(0, 100));
  const lines = names.map((name) => ({
    en: `${name}${value(name) === undefined ? '' : ` is ${value(name)}, which`} is not allowed. Set it to ${ALLOWED[name].en}, or unset it.`,
    ja: `${name}${value(name) === undefined ? '' : ` の値 ${value(name)}`} は使えません。設定できる値: ${ALLOWED[name].ja}。不要なら設定を外してください。`,
  }));
  return new ConfigurationError({
    en: lines.map(({ en }) => en).join('\n'),
    ja: lines.map(({ ja }) => ja).join('\n'),
  });
}

/** Reads the credentials for OpenAI. It loads the kernel, so it is called for the first tool call only. */
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
