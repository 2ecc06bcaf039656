import type * as core from '@openai/agents-core';
import { AgentsError, type RunState } from '@openai/agents-core';
import { SekishoError } from '@sekisho/engine';

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

/** A function tool whatever its context, parameters and result are. */
export type AnyFunctionTool = Extract<core.Tool, { type: 'function' }>;

/** An agent whatever its context and output are. */
export type AnyAgent = Parameters<typeof RunState.fromString>[0];
