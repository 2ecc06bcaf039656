import type { z } from 'zod';

/** One question to a language model. `input` is data, which may contain untrusted text. */
export interface ModelQuestion<Schema extends z.ZodObject> {
  readonly name: string;
  readonly instructions: string;
  readonly input: string;
  /** The schema of the response. The caller validates the response again. */
  readonly schema: Schema;
}

/** A language model that answers with structured data. Integrations adapt the models of their framework to it. */
export interface LanguageModel {
  answer<Schema extends z.ZodObject>(question: ModelQuestion<Schema>, signal: AbortSignal): Promise<unknown>;
}
