/** The public API of the engine. */
export type { DecisionDetails } from './approval/answer.ts';
export { ApprovalController, type OutcomeDecision } from './approval/approval-controller.ts';
export { type ApprovalEdit, approvalEditOf } from './approval/approval-edit.ts';
export type { AuthorityFinding } from './approval/authority/authority-finding.ts';
export type { AuthorityVerification } from './approval/authority/verify-authority.ts';
export type { GrantRequest } from './approval/grant-for.ts';
export type { PermissionReport } from './audit/permission-check.ts';
export type { PermissionFault, PermissionFinding } from './audit/permission-finding.ts';
export type { Checkpoint, LogPosition, LogReader, LogVerification } from './audit/verify-execution-log.ts';
export { loadSecret } from './config/load-secret.ts';
export type { Secrets } from './config/secrets.ts';
export { ERROR_CATALOG, type ErrorCategory, type ErrorDescription } from './errors/error-catalog.ts';
export { ERROR_CODES, type ErrorCode } from './errors/error-codes.ts';
export { SekishoError } from './errors/sekisho-error.ts';
export type { CallJudgement } from './gate/call-judgement.ts';
export type { GateContextInput, GateRequest } from './gate/complete-call.ts';
export { draftManifests } from './gate/manifest/draft-manifests.ts';
export { RuleSafetyAgent } from './gate/rule-safety-agent.ts';
export {
  type AgentLike,
  type GateContext,
  type JudgeCall,
  SafetyAgent,
  type SafetyAgentLike,
} from './gate/safety-agent.ts';
export { SafetyGate } from './gate/safety-gate.ts';
export { FileToolPinStore } from './mcp/file-tool-pin-store.ts';
export type { McpAccess } from './mcp/mcp-access.ts';
export type { McpCapability } from './mcp/mcp-capability.ts';
export type { ConnectMcpClient, McpCallOptions, McpCallResult, McpClient } from './mcp/mcp-client.ts';
export { DEFAULT_MCP_LIMITS, type McpLimits } from './mcp/mcp-limits.ts';
export { DEFAULT_MCP_SCOPES, type McpScopes } from './mcp/mcp-scopes.ts';
export type { McpServerConfig } from './mcp/mcp-server-config.ts';
export type { McpServerHandle } from './mcp/mcp-server-handle.ts';
export type { McpToolDefinition } from './mcp/mcp-tool-definition.ts';
export type { McpToolPin } from './mcp/mcp-tool-pin.ts';
export { MemoryToolPinStore } from './mcp/memory-tool-pin-store.ts';
export type { ToolPinStore } from './mcp/tool-pin-store.ts';
export { STANDARD_RULES } from './policy/evaluate-policy.ts';
export { loadProfile } from './policy/load-profile.ts';
export { MemoryPolicyStore } from './policy/memory-policy-store.ts';
export type { PolicyProfile, PolicyRule } from './policy/policy-profile.ts';
export type { PolicyStore } from './policy/policy-store.ts';
export { tightenProfile } from './policy/tighten-profile.ts';
export type { ApprovalChange, ApprovalStore } from './store/approval-store.ts';
export type { ExecutionLogStore } from './store/execution-log-store.ts';
export { MemoryStateStore } from './store/memory-state-store.ts';
export {
  type EffectRecord,
  type GrantRecord,
  QUEUE_OWNER,
  type RunRecord,
  type RunStatus,
  type StepRecord,
  type TokenRecord,
} from './store/run-record.ts';
export { openSqliteStateStore } from './store/sqlite-state-store.ts';
export { approvalStoreOf } from './store/state-approval-store.ts';
export { executionLogStoreOf } from './store/state-execution-log-store.ts';
export type {
  AbandonedRunFilter,
  ApprovalFilter,
  CommitOutcome,
  LinkRecord,
  NewLogRecord,
  Page,
  RunFilter,
  StateStore,
  StoreWrite,
} from './store/state-store.ts';
export type { AgentCapabilitySnapshot, McpCapabilitySummary } from './wire/agent-capability-snapshot.ts';
export type { ApprovalReading, CompleteArguments, DisplayNote } from './wire/approval-reading.ts';
export type { AuditEvent, ExecutionLog, ExecutionLogQuery } from './wire/execution-log.ts';
export type { GateDecision, GateVerdict, RiskLevel } from './wire/gate-decision.ts';
export type {
  ApprovalDisplay,
  ApprovalStatus,
  Approver,
  GrantOffer,
  HumanApprovalRequest,
} from './wire/human-approval-request.ts';
export type { Principal } from './wire/principal.ts';
export type { ResumeToken } from './wire/resume-token.ts';
export type { ToolCallRequest, ToolDescription, ToolKind } from './wire/tool-call-request.ts';
export { type ToolManifest, toolManifestSchema } from './wire/tool-manifest.ts';
export { McpGateway, type McpGatewayOptions, type ReviewedTool } from './mcp/mcp-gateway.ts';
export type { OfferedMcpTool } from './mcp/offered-mcp-tool.ts';
export type { AuditMode } from './durable/ledger.ts';
export type { AgentLimit } from './queue/agent-limits.ts';
export type { SegmentHost } from './queue/segment-host.ts';
export { SegmentQueue } from './queue/segment-queue.ts';
export type { Segment, SegmentOutcome } from './queue/segment.ts';
export type { WorkerHandle, WorkerOptions, WorkerQueue, WorkerStatus } from './queue/worker.ts';
export type { AcceptedRestore, RestoreAcceptance } from './run/audit-service.ts';
export type { OpenStore } from './run/engine-parts.ts';
export { Run } from './run/run.ts';
export type { StoreVerification } from './run/verify-store.ts';
export type { ToolCall, ToolCallResult } from './turn/tool-call.ts';
export { createEngine, Engine, type CreateEngineOptions, type OpenRunOptions } from './run/engine.ts';
export type { EngineOptions } from './run/engine-parts.ts';
export type { Integration } from './durable/engine-context.ts';
export type { HostPolicy, RequestedCall } from './turn/tool-call.ts';
export type { TurnRequest } from './turn/decide-turn.ts';
