/** Parts of the engine for integrations. They may change with each minor version. */
export { actionDigest } from './approval/requests/action-digest.ts';
export { extensionMs, type CallDecision } from './approval/decisions/decision.ts';
export { invalid } from './approval/approval-error.ts';
export { editLog, openEdit } from './approval/decisions/edit.ts';
export { approvalPrompt, outcomePrompt } from './approval/requests/approval-prompt.ts';
export { Authority, ttlOf } from './approval/authority/authority.ts';
export { isUsableToken } from './approval/authority/check-tokens.ts';
export { approvalsOf, requireVerifiedRun } from './approval/authority/require-verified-run.ts';
export type { RunRecords } from './approval/authority/run-records.ts';
export { usableGrants } from './approval/authority/check-grants.ts';
export { verifyAuthority } from './approval/authority/verify-authority.ts';
export {
  MAX_DISPLAYED_CHARACTERS,
  plainText,
  type DisplayedCall,
} from './approval/requests/displayed-call.ts';
export { grantOffer, hostCoverage, mayBeGranted } from './approval/decisions/grants.ts';
export { hashResumeToken, makeResumeToken, runOfToken } from './approval/decisions/resume-token.ts';
export { openCall, sealCall, type SealedCall } from './approval/requests/sealed-call.ts';
export { auditRecord, type AuditRecord } from './audit/audit-record.ts';
export { argumentSummary, createDebugLog, type DebugLog } from './audit/debug-log.ts';
export { type DescribedError, describeError, messageOf } from './audit/describe-error.ts';
export { type Mark, MarkFile } from './audit/mark-file.ts';
export { mask } from './audit/mask.ts';
export { LOG_VERSION } from './audit/permission-check.ts';
export { recordToolSpan, type SpannedCall, withToolSpan } from './audit/tool-span.ts';
export { checkpointText, verifyExecutionLog } from './audit/verify-execution-log.ts';
export { canonicalJson, digestOf, digestOfText } from './checks/digest.ts';
export { hasHidden, removeHidden } from './checks/invisible-characters.ts';
export { findPatternProblem } from './checks/patterns.ts';
export { SCHEMA_REFERENCES, schemaPart } from './checks/schema-part.ts';
export { valueCheck, type ValueCheck } from './checks/value-check.ts';
export { DEFAULTS, positiveInteger, VERSION } from './config/defaults.ts';
export { mcpServerConfigSchema } from './mcp/mcp-server-config.ts';
export { readEnv, readLogLevel } from './config/env.ts';
export { checkApplication, findApplication } from './config/find-application.ts';
export { Keyring } from './config/keyring.ts';
export { describeIssue } from './errors/describe-issue.ts';
export { didYouMean } from './errors/did-you-mean.ts';
export { type OptionNames, requireKnownOptions } from './errors/require-known-options.ts';
export { takeCapabilitySnapshot } from './gate/capability-snapshot.ts';
export { coveredValues } from './gate/covered-values.ts';
export { editedDestination } from './gate/edited-destination.ts';
export { ConfirmedManifests } from './gate/manifest/confirmed-manifests.ts';
export { ManifestRegistry } from './gate/manifest/manifest-registry.ts';
export { unknownArgument } from './checks/unknown-argument.ts';
export { RunHistory } from './gate/provenance/run-history.ts';
export { stricterDecision } from './gate/stricter-decision.ts';
export type { RunCounters } from './policy/call-facts.ts';
export { composeStateStore } from './store/compose-state-store.ts';
export { findAnswer, findResumableRuns } from './store/find-resumable-runs.ts';
export { lazyStateStore } from './store/lazy-state-store.ts';
export { LogUnavailableError, logUnreadable } from './store/store-errors.ts';
export type { EffectClass } from './store/run-record.ts';
export { requireSafeSqlite } from './store/sqlite/require-safe-sqlite.ts';
export { parseArguments, type ParsedArguments } from './turn/parse-arguments.ts';
export { gateVerdictSchema, riskLevelSchema } from './wire/gate-decision.ts';
export { renderLogBody, type StartPermission } from './wire/execution-log.ts';
export { PRINCIPALS, strictestPrincipal } from './wire/principal.ts';
export type { ArgumentRole } from './wire/tool-manifest.ts';
export { McpGateway, type McpGatewayOptions, type ReviewedTool } from './mcp/mcp-gateway.ts';
export type { OfferedMcpTool } from './mcp/tools/offered-mcp-tool.ts';
export { SafetyGate } from './gate/safety-gate.ts';
export { describeHostedMcpTool } from './gate/describe-hosted-mcp-tool.ts';
export { SekishoError } from './errors/sekisho-error.ts';
export type { EngineContext, Integration, RunSettings } from './durable/engine-context.ts';
export { Ledger } from './durable/ledger.ts';
export type { Step } from './durable/journal.ts';
export { isStoreFailure } from './durable/store-failure.ts';
export { Principals } from './gate/principals.ts';
export { isRunConflict, SegmentQueue } from './queue/segment-queue.ts';
export type { OrphanOutcome } from './queue/segment.ts';
export type { AcceptedRestore, AuditService, RestoreAcceptance } from './run/audit-service.ts';
export type { Claim, ClaimedRun } from './run/claim-run.ts';
export { RunEnds } from './run/end-run.ts';
export {
  closeEngineParts,
  createEngineParts,
  type EngineOptions,
  type EngineParts,
} from './run/engine-parts.ts';
export { badToken } from './run/refused-tokens.ts';
export { RunLifecycle } from './run/run-lifecycle.ts';
export { newRun } from './run/run-settings.ts';
export { verifyRun } from './run/verify-run.ts';
export type { StoreVerification } from './run/verify-store.ts';
export { ActiveRun } from './turn/active-run.ts';
export { isTrustedSource } from './turn/effect-class.ts';
export type { HostApproval, HostDecision } from './turn/host-decision.ts';
export { declined, EXPIRED } from './turn/permissions.ts';
export type { HostPolicy } from './turn/tool-call.ts';
export { StoreChanges } from './run/store-changes.ts';
