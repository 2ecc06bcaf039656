/** The public API of the integration with the Claude Agent SDK. */
export {
  createClaudeGate,
  type ClaudeGate,
  type ClaudeGateOptions,
  type OpenClaudeSession,
} from './claude-gate.ts';
export { ClaudeSession, type SdkTool } from './claude-session.ts';
