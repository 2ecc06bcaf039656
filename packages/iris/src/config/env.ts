import { z } from 'zod';

const text = z
  .string()
  .optional()
  .transform((value) => value?.trim() || undefined);

const environmentSchema = z.object({
  OPENAI_API_KEY: text,
  OPENAI_BASE_URL: text,
  OPENAI_ORG_ID: text,
  IRIS_MODEL: text,
  IRIS_REASONING_EFFORT: text,
  IRIS_SEARCH_CONTEXT_SIZE: text,
  IRIS_CONTINUITY: text,
  IRIS_MAX_COST_USD: text,
  IRIS_TIMEOUT_SECONDS: text,
  IRIS_MAX_RETRIES: text,
  IRIS_STATE_DIR: text,
  IRIS_HANDLE_SECRET: text,
  IRIS_HTTP_TOKENS: text,
  IRIS_OAUTH_CLIENT_ID: text,
  IRIS_OAUTH_CLIENT_SECRET: text,
});

/** The variables that iris reads. An empty variable counts as unset. */
export type Environment = z.output<typeof environmentSchema>;

/** Reads the environment. No other module does. */
export function readEnvironment(variables: NodeJS.ProcessEnv = process.env): Environment {
  return environmentSchema.parse(variables);
}
