import type {
  CompleteRequestParams,
  GetPromptResult,
  Implementation,
  InputRequiredResult,
  Prompt,
  ReadResourceResult,
  Resource,
  ResourceTemplateType,
  ServerContext,
} from '@modelcontextprotocol/server';
import type { Tool } from './tool.ts';

/** A prompt and the function that renders it. */
export type PromptDefinition = Prompt & {
  render: (
    values: Readonly<Record<string, string>>,
    answers: Readonly<Record<string, unknown>> | undefined,
  ) => GetPromptResult | InputRequiredResult;
};

/** Readable resources. `read` returns undefined for an unknown URI. */
export type ResourceProvider = {
  list: (owner: string) => Promise<Resource[]>;
  templates: readonly ResourceTemplateType[];
  read: (uri: string, owner: string) => Promise<ReadResourceResult | undefined>;
  /** Calls the listener when a resource has changed. Returns a function that removes the listener. */
  watch: (listener: (uri: string) => void) => () => void;
};

/** Everything that a server offers, independent of the transport. */
export type Surface = {
  info: Implementation;
  instructions: string;
  tools: readonly Tool[];
  prompts: readonly PromptDefinition[];
  resources: ResourceProvider;
  complete: (params: CompleteRequestParams, owner: string) => Promise<string[]>;
  /** Verifies state that a client returned; required when tools issue state. */
  verifyState?: (state: string, context: ServerContext) => Promise<unknown>;
};
