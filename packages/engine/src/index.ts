/** The public API of the engine. */
export type { DecisionDetails } from './approval/decisions/decision.ts';
export { ApprovalController, type OutcomeDecision } from './approval/approval-controller.ts';
export { type ApprovalEdit, approvalEditOf } from './approval/decisions/edit.ts';
export type { AuthorityFinding } from './approval/authority/authority-finding.ts';
export type { AuthorityVerification } from './approval/authority/verify-authority.ts';
export type { GrantRequest } from './approval/decisions/grants.ts';
export type { PermissionProposal } from './approval/permissions/permission-proposals.ts';
export type {
  PermissionConfirmation,
  StandingPermission,
  StandingPermissions,
} from './approval/permissions/standing-permissions.ts';
export type { PermissionReport } from './audit/permission-check.ts';
export type { PermissionFault, PermissionFinding } from './audit/permission-finding.ts';
export type { Checkpoint, LogPosition, LogReader, LogVerification } from './audit/verify-execution-log.ts';
export type { Stop, StopChange, StopSwitch, StopTarget } from './durable/stop-switch.ts';
export type { DoctorReport, Finding, LocalizedText } from './diagnostics/doctor.ts';
export type { QueueDepth } from './diagnostics/store-checks.ts';
export { loadSecret } from './config/load-secret.ts';
export type { Secrets } from './config/keyring.ts';
export {
  ERROR_CATALOG,
  ERROR_CODES,
  type ErrorCategory,
  type ErrorCode,
  type ErrorDescription,
} from './errors/error-catalog.ts';
export { SekishoError } from './errors/sekisho-error.ts';
export type { CallJudgement } from './gate/call-judgement.ts';
export type { GateContextInput, GateRequest } from './gate/complete-call.ts';
export { evaluateRecorded } from './gate/replay/evaluate-recorded.ts';
export { draftManifests } from './gate/manifest/draft-manifests.ts';
export type { LanguageModel, ModelQuestion } from './gate/language-model.ts';
export { ModelReviewer, type Review, type Reviewer, type ReviewRequest } from './gate/model-reviewer.ts';
export { ModelPlanner, type ModelPlannerOptions } from './gate/plan/model-planner.ts';
export type { PlannableTool, Planner, PlanRequest } from './gate/plan/planner.ts';
export { RulePlanner } from './gate/plan/rule-planner.ts';
export type { PlannedAction, TaskPlan } from './gate/plan/task-plan.ts';
export { RuleSafetyAgent } from './gate/rule-safety-agent.ts';
export {
  type AgentLike,
  type GateContext,
  type JudgeCall,
  SafetyAgent,
  type SafetyAgentLike,
} from './gate/safety-agent.ts';
export { SafetyGate } from './gate/safety-gate.ts';
export {
  FileToolPinStore,
  MemoryToolPinStore,
  type McpToolPin,
  type ToolPinStore,
} from './mcp/tools/tool-pins.ts';
export {
  DEFAULT_MCP_LIMITS,
  type McpAccess,
  type McpLimits,
  type McpServerConfig,
} from './mcp/mcp-server-config.ts';
export type { McpCapability, McpToolDefinition } from './mcp/tools/mcp-tool.ts';
export type { ConnectMcpClient, McpCallOptions, McpCallResult, McpClient } from './mcp/mcp-client.ts';
export { DEFAULT_MCP_SCOPES, type McpScopes } from './mcp/mcp-scopes.ts';
export {
  McpGateway,
  type McpGatewayOptions,
  type McpServerHandle,
  type ReviewedTool,
} from './mcp/mcp-gateway.ts';
export { manifestPack, packManifests, type ManifestPack } from './mcp/manifest-packs.ts';
export { STANDARD_RULES } from './policy/evaluate-policy.ts';
export { VALUE_ORIGINS } from './policy/call-facts.ts';
export { loadProfile } from './policy/load-profile.ts';
export { MemoryPolicyStore, type PolicyStore } from './policy/policy-store.ts';
export type { PolicyProfile, PolicyRule } from './policy/policy-profile.ts';
export { tightenProfile } from './policy/tighten-profile.ts';
export { approvalStoreOf, type ApprovalChange, type ApprovalStore } from './store/approval-store.ts';
export { executionLogStoreOf, type ExecutionLogStore } from './store/execution-log-store.ts';
export { MemoryStateStore } from './store/memory/memory-state-store.ts';
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
export type {
  AbandonedRunFilter,
  ApprovalFilter,
  ChainedRecord,
  CommitOutcome,
  ContextRange,
  LinkRecord,
  NewLogRecord,
  Page,
  RunFilter,
  StateStore,
  StoredRun,
  StoreWrite,
} from './store/state-store.ts';
export type {
  ContextCall,
  ContextEntry,
  ContextPassage,
  ContextReading,
  ContextText,
  RunDescription,
} from './wire/context-reading.ts';
export type { ContextRetention } from './run/context-retention.ts';
export type { RunVerification } from './run/verify-run.ts';
export type {
  AgentCapabilitySnapshot,
  McpCapabilitySummary,
  ToolCallRequest,
  ToolDescription,
  ToolKind,
} from './wire/tool-call-request.ts';
export type {
  ApprovalDisplay,
  ApprovalReading,
  ApprovalStatus,
  Approver,
  CompleteArguments,
  DisplayNote,
  GrantOffer,
  PlanNote,
  ValueOffer,
  HumanApprovalRequest,
  ResumeToken,
} from './wire/human-approval-request.ts';
export type { AuditEvent, ExecutionLog, ExecutionLogQuery } from './wire/execution-log.ts';
export type { GateDecision, GateVerdict, RiskLevel } from './wire/gate-decision.ts';
export type { Principal } from './wire/principal.ts';
export { type DeclaredManifest, type ToolManifest, toolManifestSchema } from './wire/tool-manifest.ts';
export type { OfferedMcpTool } from './mcp/tools/offered-mcp-tool.ts';
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
export { Thread, type ThreadCall, type ThreadOutcome, type ThreadResult } from './run/thread.ts';
export { createThreads, Threads, type OpenThreadOptions, type ThreadsOptions } from './run/threads.ts';
export type { Integration } from './durable/engine-context.ts';
export type { HostPolicy, RequestedCall } from './turn/tool-call.ts';
export type { TurnRequest } from './turn/decide-turn.ts';
export { describeFunction, type DescribedFunction } from './gate/describe-function.ts';
