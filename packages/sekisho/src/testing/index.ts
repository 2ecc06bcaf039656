/** The entry `sekisho/testing`: what tests of agents need, and upstream's names for that. It works with any test runner. */
export { installHooksForSuite } from './install-hooks-for-suite.ts';
export { judge } from './judge.ts';
export {
  assistantText,
  functionCall as scriptedCall,
  scriptedModel,
  type CountingModel,
  type ScriptedItem,
  type ScriptedStep,
} from './scripted-model.ts';

// Upstream's own, unchanged.
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
