import type { ProviderName } from './provider-types.ts';

/** The features that an agent may use with a provider, with their labels in the table of the documentation. */
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

/** One feature that an agent may use with a provider. */
export type Feature = keyof typeof FEATURES;

/** All features, in the order of the table. */
export const FEATURE_NAMES = Object.keys(FEATURES).filter((name): name is Feature =>
  Object.hasOwn(FEATURES, name),
);

/**
 * How a provider supports a feature: natively, emulated by this package, or rejected with
 * AGENTS-E-COMPAT-UNSUPPORTED.
 */
interface Capability {
  readonly support: 'supported' | 'emulated' | 'refused';
  readonly note?: string;
  /** Present when the setting requires `api: "responses"`. */
  readonly onlyWith?: 'responses';
}

/** One row of the table. */
export interface ProviderCapabilities {
  readonly features: Readonly<Record<Feature, Capability>>;
  /** The fields of an assistant message in which the provider accepts its earlier output. */
  readonly replays: readonly ('reasoning' | 'reasoning_content' | 'reasoning_details' | 'extra_content')[];
  /** Parameters that the provider ignores or rejects, although they request no unsupported feature. */
  readonly drops: readonly string[];
  readonly maxTemperature?: number;
  readonly reasoningEfforts?: readonly string[];
  /** JSON Schema keywords that the provider rejects. */
  readonly schemaRejects: readonly ('additionalProperties' | 'const')[];
  /** Whether `api: "responses"` stores a conversation on the server. Absent where the provider has no such API. */
  readonly responses?: 'stateful' | 'stateless';
}

const supported = (note?: string): Capability => ({ support: 'supported', ...(note ? { note } : {}) });
const emulated = (note: string): Capability => ({ support: 'emulated', note });
const refused = (note: string): Capability => ({ support: 'refused', note });
const WITH_RESPONSES: Capability = {
  support: 'supported',
  note: 'with api: "responses"',
  onlyWith: 'responses',
};

const OPENAI_ONLY = 'only OpenAI hosts these';
const IGNORED = 'the server ignores it';
const UNDOCUMENTED = 'the provider does not document it';

const DEFAULTS: Readonly<Record<Feature, Capability>> = {
  tools: supported(),
  streaming: supported(),
  structuredOutput: supported(),
  toolChoiceRequired: supported(),
  toolChoiceNone: supported(),
  toolChoiceNamed: supported(),
  singleToolCall: supported(),
  strictTools: emulated('not sent; arguments are validated before the gate'),
  usageInStream: supported(),
  reasoningEffort: supported(),
  reasoningReplay: supported(),
  temperature: supported(),
  topP: supported(),
  penalties: supported(),
  maxTokens: supported(),
  verbosity: refused(UNDOCUMENTED),
  promptCaching: refused(UNDOCUMENTED),
  store: refused(IGNORED),
  conversationState: refused('the server stores no conversation; send the history'),
  promptTemplates: refused(OPENAI_ONLY),
  hostedTools: refused(OPENAI_ONLY),
  responsesApi: refused('the provider has none'),
};

function row(
  features: Partial<Record<Feature, Capability>>,
  others: Partial<Omit<ProviderCapabilities, 'features'>> = {},
): ProviderCapabilities {
  return {
    features: { ...DEFAULTS, ...features },
    replays: [],
    drops: ['store'],
    schemaRejects: [],
    ...others,
  };
}

/**
 * The capabilities of each provider. The code, the rejected settings and docs/providers.md are derived from this
 * table.
 */
export const CAPABILITY_TABLE: Readonly<Record<ProviderName, ProviderCapabilities>> = {
  openai: row(
    {
      strictTools: supported(),
      penalties: supported('with api: "chat"'),
      verbosity: supported(),
      promptCaching: supported(),
      store: supported(),
      conversationState: WITH_RESPONSES,
      promptTemplates: WITH_RESPONSES,
      hostedTools: WITH_RESPONSES,
      responsesApi: supported('the default'),
    },
    { drops: [], responses: 'stateful' },
  ),
  ollama: row(
    {
      toolChoiceRequired: refused(IGNORED),
      toolChoiceNone: emulated('the tools are not sent'),
      toolChoiceNamed: refused(IGNORED),
      singleToolCall: refused(IGNORED),
      reasoningReplay: supported('`reasoning`'),
      responsesApi: supported('stateless'),
    },
    { replays: ['reasoning'], drops: ['parallel_tool_calls', 'store'], responses: 'stateless' },
  ),
  lmstudio: row(
    {
      structuredOutput: supported('also found in `reasoning_content`'),
      toolChoiceRequired: supported('a response without a call is an error'),
      toolChoiceNamed: emulated('only that tool is sent, with "required"'),
      singleToolCall: refused(IGNORED),
      reasoningEffort: WITH_RESPONSES,
      reasoningReplay: supported('`reasoning` or `reasoning_content`, unchanged'),
      conversationState: WITH_RESPONSES,
      responsesApi: supported('stateful'),
    },
    {
      replays: ['reasoning', 'reasoning_content'],
      drops: ['parallel_tool_calls', 'store'],
      responses: 'stateful',
    },
  ),
  gemini: row(
    {
      structuredOutput: supported('without the keywords that it rejects'),
      singleToolCall: supported('two calls in one response are an error'),
      reasoningEffort: supported('none, minimal, low, medium, high'),
      reasoningReplay: supported('`extra_content`'),
      penalties: refused(UNDOCUMENTED),
    },
    {
      replays: ['extra_content'],
      reasoningEfforts: ['none', 'minimal', 'low', 'medium', 'high'],
      schemaRejects: ['additionalProperties', 'const'],
    },
  ),
  anthropic: row(
    {
      structuredOutput: emulated('the schema is sent and repeated in the instructions'),
      singleToolCall: supported('two calls in one response are an error'),
      reasoningEffort: refused(IGNORED),
      reasoningReplay: refused('the server returns no thinking'),
      temperature: supported('up to 1'),
      penalties: refused(IGNORED),
    },
    { maxTemperature: 1 },
  ),
  openrouter: row(
    {
      structuredOutput: supported('require_parameters is set'),
      toolChoiceRequired: supported('require_parameters is set'),
      toolChoiceNone: supported('require_parameters is set'),
      toolChoiceNamed: supported('require_parameters is set'),
      singleToolCall: supported('two calls in one response are an error'),
      reasoningReplay: supported('`reasoning_details`'),
      verbosity: supported(),
      responsesApi: supported('beta, stateless'),
    },
    {
      replays: ['reasoning', 'reasoning_content', 'reasoning_details', 'extra_content'],
      responses: 'stateless',
    },
  ),
};
