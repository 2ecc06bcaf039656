/** Parts of the engine for integrations. They may change with each minor version. */
export { extensionMs, type CallDecision } from './approval/decisions/decision.ts';
export { plainText } from './approval/requests/displayed-call.ts';
export { jsonFaults } from './approval/requests/json-faults.ts';
export { mayBeGranted } from './approval/decisions/grants.ts';
export { hashResumeToken, makeResumeToken } from './approval/decisions/resume-token.ts';
export { mask } from './audit/mask.ts';
export { canonicalJson, digestOf, digestOfText } from './checks/digest.ts';
export { hasHidden, removeHidden } from './checks/invisible-characters.ts';
export { findPatternProblem } from './checks/patterns.ts';
export { schemaProblem } from './checks/schema-problem.ts';
export { requireValidArguments, valueCheck, type ValueCheck } from './checks/value-check.ts';
export { positiveInteger, VERSION } from './config/defaults.ts';
export { mcpServerConfigSchema } from './mcp/mcp-server-config.ts';
export { readEnv } from './config/env.ts';
export {
  type Check,
  type DoctorReport,
  examine,
  type Finding,
  type LocalizedText,
  ok,
  problem,
} from './diagnostics/doctor.ts';
export { processChecks } from './diagnostics/process-checks.ts';
export { measureQueue, queueChecks, type QueueDepth, storeChecks } from './diagnostics/store-checks.ts';
export { Keyring } from './config/keyring.ts';
export { describeIssue } from './errors/describe-issue.ts';
export { didYouMean } from './errors/did-you-mean.ts';
export { type OptionNames, requireKnownOptions } from './errors/require-known-options.ts';
export { unknownArgument } from './checks/unknown-argument.ts';
export { stricterDecision } from './gate/stricter-decision.ts';
export { findAnswer, findResumableRuns } from './store/find-resumable-runs.ts';
export { logUnreadable } from './store/store-errors.ts';
export { parseArguments, type ParsedArguments } from './turn/parse-arguments.ts';
export { gateVerdictSchema, riskLevelSchema } from './wire/gate-decision.ts';
export { propertyOf } from './wire/json-value.ts';
export { PRINCIPALS } from './wire/principal.ts';
export { type ArgumentRole, declareManifest } from './wire/tool-manifest.ts';
export { MAY_HAVE_BEEN_EXECUTED } from './mcp/connect/explain-failure.ts';
export { McpGateway, type McpGatewayOptions } from './mcp/mcp-gateway.ts';
export type { McpRelayOptions } from './mcp/mcp-client.ts';
export type { OfferedMcpTool } from './mcp/tools/offered-mcp-tool.ts';
export { SafetyGate } from './gate/safety-gate.ts';
export { describeHostedMcpTool } from './gate/describe-hosted-mcp-tool.ts';
export { SekishoError } from './errors/sekisho-error.ts';
export type { EngineContext, Integration, RunSettings } from './durable/engine-context.ts';
export type { Step } from './durable/journal.ts';
export { isStoreFailure } from './durable/store-failure.ts';
export { isRunConflict, SegmentQueue } from './queue/segment-queue.ts';
export type { OrphanOutcome } from './queue/segment.ts';
export type { AcceptedRestore, AuditService, RestoreAcceptance } from './run/audit-service.ts';
export type { Claim, ClaimedRun } from './run/claim-run.ts';
export {
  closeEngineParts,
  createEngineParts,
  type EngineOptions,
  type EngineParts,
} from './run/engine-parts.ts';
export { badToken } from './run/refused-tokens.ts';
export { newRun } from './run/run-settings.ts';
export { verifyRun } from './run/verify-run.ts';
export type { StoreVerification } from './run/verify-store.ts';
export { ActiveRun } from './turn/active-run.ts';
export { isTrustedSource } from './turn/effect-class.ts';
export type { HostApproval, HostDecision } from './turn/host-decision.ts';
export { declined, EXPIRED } from './turn/permissions.ts';
export type { HostPolicy } from './turn/tool-call.ts';
export { StoreChanges } from './run/store-changes.ts';
