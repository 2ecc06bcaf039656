/**
 * The entry `sekisho/testing`: tools for testing agents, and the corresponding exports of the Agents SDK. It works with
 * any test runner.
 */
export { judge } from '@sekisho/engine/testing';
export {
  assistantText,
  functionCall as scriptedCall,
  scriptedModel,
  type CountingModel,
  type ScriptedItem,
  type ScriptedStep,
} from './scripted-model.ts';
export * from '@openai/agents-core/testing';
