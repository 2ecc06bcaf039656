/**
 * The entry `sekisho/testing`: tools for testing agents, and the corresponding exports of the Agents SDK. It works with
 * any test runner.
 */
export { judge } from '@sekisho/engine/testing';
export { installHooksForSuite } from './install-hooks-for-suite.ts';
export {
  assistantText,
  functionCall as scriptedCall,
  scriptedModel,
  type CountingModel,
  type ScriptedItem,
  type ScriptedStep,
} from './scripted-model.ts';

// These are re-exported from the Agents SDK without changes.
export {
  InvalidScriptedModelStepError,
  InvalidScriptedSandboxStepError,
  SandboxCallMatcherError,
  ScriptedModel,
  ScriptedModelRequestAbortedError,
  UnconsumedModelStepsError,
  UnconsumedSandboxStepsError,
  UnexpectedModelCallError,
  UnexpectedSandboxCallError,
  assistantMessage,
  functionCall,
  modelError,
  modelResponder,
  modelResponse,
  modelStream,
  modelStreamResponder,
  scriptedSandboxSession,
} from '@openai/agents-core/testing';
export type {
  AssistantMessageOptions,
  FunctionCallOptions,
  InvalidScriptedModelStepReason,
  InvalidScriptedSandboxStepReason,
  RecordedModelCall,
  RecordedSandboxCall,
  ScriptedModelInput,
  ScriptedModelResponse,
  ScriptedModelRetryAdvice,
  ScriptedModelStream,
  ScriptedSandboxCallFor,
  ScriptedSandboxInput,
  ScriptedSandboxMethod,
  ScriptedSandboxSession,
} from '@openai/agents-core/testing';
