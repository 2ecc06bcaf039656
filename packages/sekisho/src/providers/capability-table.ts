import type { ProviderName } from '../contracts/provider-name.ts';

/** What an agent may ask of a provider, in the words of the table that people read. */
export const FEATURES = {
  tools: 'function tools',
  streaming: 'streaming',
  structuredOutput: 'structured output (json_schema)',
  toolChoiceRequired: 'toolChoice: "required"',
  toolChoiceNone: 'toolChoice: "none"',
  toolChoiceNamed: 'toolChoice: a tool name',
  singleToolCall: 'parallelToolCalls: false',
  strictTools: 'strict tool schemas',
  usageInStream: 'usage at the end of a stream',
  reasoningEffort: 'reasoning.effort',
  reasoningReplay: 'reasoning and signatures sent back',
  temperature: 'temperature',
  topP: 'topP',
  penalties: 'frequencyPenalty, presencePenalty',
  maxTokens: 'maxTokens',
  verbosity: 'text.verbosity',
  promptCaching: 'promptCacheRetention, promptCacheOptions',
  store: 'store: true',
  conversationState: 'previousResponseId, conversationId',
  promptTemplates: 'prompt',
  hostedTools: 'hosted tools',
  responsesApi: 'api: "responses"',
} as const;

/** One thing that an agent may ask of a provider. */
export type Feature = keyof typeof FEATURES;

/** Every feature, in the order of the table. */
export const FEATURE_NAMES: readonly Feature[] = Object.keys(FEATURES).filter(isFeature);

/** Honoured by the provider, emulated by this package, or refused with AGENTS-E-COMPAT-UNSUPPORTED. */
interface Capability {
  readonly support: 'honoured' | 'emulated' | 'refused';
  readonly note?: string;
  /** Present when the setting needs `api: "responses"`. */
  readonly onlyWith?: 'responses';
}

/** One row of the table. */
export interface ProviderCapabilities {
  readonly features: Readonly<Record<Feature, Capability>>;
  /** Fields of an assistant message in which the provider takes back what it said before. */
  readonly replays: readonly ('reasoning' | 'reasoning_content' | 'reasoning_details' | 'extra_content')[];
  /** Parameters that the provider ignores or rejects although they ask for nothing that it lacks. */
  readonly drops: readonly string[];
  readonly maxTemperature?: number;
  readonly reasoningEfforts?: readonly string[];
  /** JSON Schema keywords that the provider rejects. */
  readonly schemaRejects: readonly ('additionalProperties' | 'const')[];
  /** Whether `api: "responses"` keeps a conversation on the server; absent where there is no such API. */
  readonly responses?: 'stateful' | 'stateless';
}

const honoured = (note?: string): Capability => ({ support: 'honoured', ...(note ? { note } : {}) });
const emulated = (note: string): Capability => ({ support: 'emulated', note });
const refused = (note: string): Capability => ({ support: 'refused', note });
const WITH_RESPONSES: Capability = {
  support: 'honoured',
  note: 'with api: "responses"',
  onlyWith: 'responses',
};

const NOT_SENT = 'not sent; arguments are validated before the gate';
const NO_STATE = 'the server keeps no conversation; send the history';
const OPENAI_ONLY = 'only OpenAI hosts these';
const IGNORED = 'the server ignores it';
const UNDOCUMENTED = 'the provider does not document it';

const EVERYWHERE = {
  tools: honoured(),
  streaming: honoured(),
  usageInStream: honoured(),
  temperature: honoured(),
  topP: honoured(),
  maxTokens: honoured(),
  store: refused(IGNORED),
  promptCaching: refused(UNDOCUMENTED),
  verbosity: refused(UNDOCUMENTED),
  conversationState: refused(NO_STATE),
  promptTemplates: refused(OPENAI_ONLY),
  hostedTools: refused(OPENAI_ONLY),
  strictTools: emulated(NOT_SENT),
} as const;

/** What each provider does with each setting; the code, the refusals and docs/providers.md all follow this table. */
export const CAPABILITY_TABLE: Readonly<Record<ProviderName, ProviderCapabilities>> = {
  openai: {
    features: {
      ...EVERYWHERE,
      structuredOutput: honoured(),
      toolChoiceRequired: honoured(),
      toolChoiceNone: honoured(),
      toolChoiceNamed: honoured(),
      singleToolCall: honoured(),
      strictTools: honoured(),
      reasoningEffort: honoured(),
      reasoningReplay: honoured(),
      penalties: honoured('with api: "chat"'),
      verbosity: honoured(),
      promptCaching: honoured(),
      store: honoured(),
      conversationState: WITH_RESPONSES,
      promptTemplates: WITH_RESPONSES,
      hostedTools: WITH_RESPONSES,
      responsesApi: honoured('the default'),
    },
    replays: [],
    drops: [],
    schemaRejects: [],
    responses: 'stateful',
  },
  ollama: {
    features: {
      ...EVERYWHERE,
      structuredOutput: honoured(),
      toolChoiceRequired: refused(IGNORED),
      toolChoiceNone: emulated('the tools are not sent'),
      toolChoiceNamed: refused(IGNORED),
      singleToolCall: refused(IGNORED),
      reasoningEffort: honoured(),
      reasoningReplay: honoured('`reasoning`'),
      penalties: honoured(),
      responsesApi: honoured('stateless'),
    },
    replays: ['reasoning'],
    drops: ['parallel_tool_calls', 'store'],
    schemaRejects: [],
    responses: 'stateless',
  },
  lmstudio: {
    features: {
      ...EVERYWHERE,
      structuredOutput: honoured('also found in `reasoning_content`'),
      toolChoiceRequired: honoured('an answer without a call is an error'),
      toolChoiceNone: honoured(),
      toolChoiceNamed: emulated('only that tool is sent, with "required"'),
      singleToolCall: refused(IGNORED),
      reasoningEffort: WITH_RESPONSES,
      reasoningReplay: honoured('`reasoning` or `reasoning_content`, as it came'),
      penalties: honoured(),
      conversationState: WITH_RESPONSES,
      responsesApi: honoured('stateful'),
    },
    replays: ['reasoning', 'reasoning_content'],
    drops: ['parallel_tool_calls', 'store'],
    schemaRejects: [],
    responses: 'stateful',
  },
  gemini: {
    features: {
      ...EVERYWHERE,
      structuredOutput: honoured('without the keywords that it rejects'),
      toolChoiceRequired: honoured(),
      toolChoiceNone: honoured(),
      toolChoiceNamed: honoured(),
      singleToolCall: honoured('two calls in one answer are an error'),
      reasoningEffort: honoured('none, minimal, low, medium, high'),
      reasoningReplay: honoured('`extra_content`'),
      penalties: refused(UNDOCUMENTED),
      responsesApi: refused('the provider has none'),
    },
    replays: ['extra_content'],
    drops: ['store'],
    reasoningEfforts: ['none', 'minimal', 'low', 'medium', 'high'],
    schemaRejects: ['additionalProperties', 'const'],
  },
  anthropic: {
    features: {
      ...EVERYWHERE,
      structuredOutput: emulated('the schema is sent and repeated in the instructions'),
      toolChoiceRequired: honoured(),
      toolChoiceNone: honoured(),
      toolChoiceNamed: honoured(),
      singleToolCall: honoured('two calls in one answer are an error'),
      reasoningEffort: refused(IGNORED),
      reasoningReplay: refused('the server returns no thinking'),
      temperature: honoured('up to 1'),
      penalties: refused(IGNORED),
      responsesApi: refused('the provider has none'),
    },
    replays: [],
    drops: ['store'],
    maxTemperature: 1,
    schemaRejects: [],
  },
  openrouter: {
    features: {
      ...EVERYWHERE,
      structuredOutput: honoured('require_parameters is set'),
      toolChoiceRequired: honoured('require_parameters is set'),
      toolChoiceNone: honoured('require_parameters is set'),
      toolChoiceNamed: honoured('require_parameters is set'),
      singleToolCall: honoured('two calls in one answer are an error'),
      reasoningEffort: honoured(),
      reasoningReplay: honoured('`reasoning_details`'),
      penalties: honoured(),
      verbosity: honoured(),
      responsesApi: honoured('beta, stateless'),
    },
    replays: ['reasoning', 'reasoning_content', 'reasoning_details', 'extra_content'],
    drops: ['store'],
    schemaRejects: [],
    responses: 'stateless',
  },
};

function isFeature(name: string): name is Feature {
  return Object.hasOwn(FEATURES, name);
}
