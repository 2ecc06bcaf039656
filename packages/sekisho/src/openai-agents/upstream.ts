import type * as core from '@openai/agents-core';
import { AgentsError, type RunConfig, type RunState } from '@openai/agents-core';
import { SekishoError } from '@sekisho/engine';
import type { OptionNames } from '@sekisho/engine/integration';

/** The minor version of upstream that this package supports. A run state of another version may be unreadable. */
export const SDK_VERSION = '0.20';

// The engine does not know the Agents SDK, but a `catch` that is written for AgentsError must also receive its errors.
// Only our own class is changed, and AgentsError adds nothing but the optional property `state`.
Object.setPrototypeOf(SekishoError.prototype, AgentsError.prototype);

/** The names of the Agents SDK that this package uses. Only this file and the facade's list import the SDK. */
export {
  Agent,
  AgentsError,
  Handoff,
  ModelBehaviorError,
  RunContext,
  RunResult,
  RunState,
  RunToolApprovalItem,
  Runner,
  StreamedRunResult,
  ToolCallError,
  Usage,
  UserError,
  defineToolInputGuardrail,
  handoff,
  tool,
} from '@openai/agents-core';
export type {
  AgentInputItem,
  AgentOutputItem,
  FunctionTool,
  InputGuardrail,
  OutputGuardrail,
  ToolInputGuardrailDefinition,
  NonStreamRunOptions,
  RunConfig,
  StreamRunOptions,
  JsonSchemaDefinition,
  Model,
  ModelProvider,
  ModelRequest,
  ModelResponse,
  ModelRetryAdvice,
  ModelRetryAdviceRequest,
  StreamEvent,
  Tool,
} from '@openai/agents-core';

/** The exports of one loaded copy of upstream's core. */
export type AgentsCore = typeof core;

/** An agent whatever its context and output are. */
export type AnyAgent = Parameters<typeof RunState.fromString>[0];

/** The settings of upstream's runner. The compiler compares them with upstream's type. */
export const RUN_CONFIG_NAMES: OptionNames<RunConfig> = {
  model: true,
  modelProvider: true,
  modelSettings: true,
  handoffInputFilter: true,
  inputGuardrails: true,
  outputGuardrails: true,
  tracingDisabled: true,
  traceIncludeSensitiveData: true,
  workflowName: true,
  traceId: true,
  groupId: true,
  traceMetadata: true,
  tracing: true,
  sandbox: true,
  toolExecution: true,
  toolNotFoundBehavior: true,
  toolNameCollisionPolicy: true,
  sessionInputCallback: true,
  callModelInputFilter: true,
  toolErrorFormatter: true,
  outputGuardrailBlockedMessage: true,
  reasoningItemIdPolicy: true,
};
