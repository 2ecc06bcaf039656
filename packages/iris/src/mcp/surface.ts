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

/** A prompt and the way to fill it in. */
export type PromptDefinition = Prompt & {
  render: (
    values: Readonly<Record<string, string>>,
    answers: Readonly<Record<string, unknown>> | undefined,
  ) => GetPromptResult | InputRequiredResult;
};

/** Things that can be read; `read` gives undefined for a URI that it does not know. */
export type ResourceProvider = {
  list: (owner: string) => Promise<Resource[]>;
  templates: readonly ResourceTemplateType[];
  read: (uri: string, owner: string) => Promise<ReadResourceResult | undefined>;
  /** Tells when a resource has changed; returns the way to stop listening. */
  watch: (listener: (uri: string) => void) => () => void;
};

/** Everything that a server offers, apart from how it is reached. */
export type Surface = {
  info: Implementation;
  instructions: string;
  tools: readonly Tool[];
  prompts: readonly PromptDefinition[];
  resources: ResourceProvider;
  complete: (params: CompleteRequestParams, owner: string) => Promise<string[]>;
  /** Checks state that came back through a client; required where tools hand some out. */
  verifyState?: (state: string, context: ServerContext) => Promise<unknown>;
};
