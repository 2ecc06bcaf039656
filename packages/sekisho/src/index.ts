/**
 * The public API: every name that a program imports from `@openai/agents`, with gated replacements where tools or models
 * are involved, and the names that this package adds. Each name here is covered by the compatibility promise.
 */

// Names of upstream with a gated replacement.
export { run } from './facade/run.ts';
export { Runner } from './facade/runner.ts';
export { RunState } from './facade/run-state.ts';
export { tool, type DeclaredManifest, type ToolExtensions } from './facade/tool.ts';
export { hostedMcpTool, type HostedMcpOptions, type HostedMcpServer } from './facade/hosted-mcp-tool.ts';
export { invokeFunctionTool } from './facade/invoke-function-tool.ts';
export { withResponsesWebSocketSession } from './facade/with-responses-web-socket-session.ts';
export {
  addTraceProcessor,
  getOrCreateTrace,
  setDefaultOpenAITracingExporter,
  setTraceProcessors,
  withTrace,
} from './facade/tracing.ts';

// Names that this package adds.
export { doctor, status, type Status } from './facade/diagnostics.ts';
export type { DoctorReport } from './diagnostics/doctor.ts';
export type { QueueDepth } from './diagnostics/queue-checks.ts';
export type { LocalizedText, Finding } from './diagnostics/finding.ts';
export {
  createGuardrailsTemplate,
  type AgentGuardrails,
  type GuardrailsTemplateOptions,
  type TextRule,
  type ToolRule,
} from './guardrails/create-guardrails-template.ts';
export { ModelSafetyAgent, type ModelSafetyAgentOptions } from './gate/model-safety-agent.ts';
export type { ApprovalChange, ApprovalStore } from './store/approval-store.ts';
export type { ExecutionLogStore } from './store/execution-log-store.ts';
export { approvalStoreOf } from './store/state-approval-store.ts';
export { executionLogStoreOf } from './store/state-execution-log-store.ts';
export { createRunner, type AgentRunnerOptions, type OpenStore } from './facade/create-runner.ts';
export {
  approveAndResume,
  expireApprovals,
  getExecutionLogs,
  getPendingApprovals,
  readApproval,
  recoverRuns,
  reissueToken,
  resolveOutcome,
  resumeRun,
  setDefaultRunner,
  setPolicyProfile,
  submitApproval,
  verifyExecutionLog,
  acceptRestore,
} from './facade/default-runner.ts';
export { AgentRunner } from './runner/agent-runner.ts';
export type { ResumeRunOptions, RunInput, WithExtensions } from './runner/run-input.ts';
export type {
  DropInRunResult,
  DropInStreamedRunResult,
  GatedRunResult,
  GatedStreamedRunResult,
  Interruption,
  ResumedRunResult,
  RunId,
  RunResultFields,
} from './runner/gated-run-result.ts';
export type { AuditMode } from './runner/ledger.ts';
export type { RecoveredRuns } from './runner/recover-runs.ts';
export type { WaitOptions } from './runner/resume-when-decided.ts';
export type { Segment, SegmentQueue, SegmentOutcome } from './runner/segment-queue.ts';
export type { SegmentHost } from './runner/segment-host.ts';
export type { WorkerHandle, WorkerOptions, WorkerStatus } from './runner/worker.ts';
export type { AgentLimit } from './runner/agent-limits.ts';
export type { ToolCallResult } from './runner/tool-call-pipeline.ts';
export {
  SafetyAgent,
  type AgentLike,
  type GateContext,
  type JudgeCall,
  type SafetyAgentLike,
} from './gate/safety-agent.ts';
export type { GateContextInput, GateRequest } from './gate/complete-call.ts';
export { SafetyGate } from './gate/safety-gate.ts';
export { RuleSafetyAgent } from './gate/rule-safety-agent.ts';
export { approvalEditOf, type ApprovalEdit } from './approval/approval-edit.ts';
export type { DecisionDetails } from './approval/answer.ts';
export { ApprovalController, type OutcomeDecision } from './approval/approval-controller.ts';
export type { GrantRequest } from './approval/grant-for.ts';
export { loadSecret } from './config/load-secret.ts';
export type { Secrets } from './config/secrets.ts';
export type { AuthorityFinding } from './approval/authority/authority-finding.ts';
export type { AuthorityVerification } from './approval/authority/verify-authority.ts';
export type { Checkpoint, LogPosition, LogReader, LogVerification } from './audit/verify-execution-log.ts';
export type { AcceptedRestore, RestoreAcceptance } from './runner/audit-service.ts';
export type { PermissionReport } from './audit/permission-check.ts';
export type { PermissionFault, PermissionFinding } from './audit/permission-finding.ts';
export type { StoreVerification } from './runner/verify-store.ts';
export { MemoryPolicyStore } from './policy/memory-policy-store.ts';
export type { PolicyStore } from './policy/policy-store.ts';
export { MemoryStateStore } from './store/memory-state-store.ts';
export { openSqliteStateStore } from './store/sqlite-state-store.ts';
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
export { SekishoError } from './errors/sekisho-error.ts';
export { ERROR_CODES, type ErrorCode } from './errors/error-codes.ts';
export { ERROR_CATALOG, type ErrorCategory, type ErrorDescription } from './errors/error-catalog.ts';
export type { AgentCapabilitySnapshot, McpCapabilitySummary } from './contracts/agent-capability-snapshot.ts';
export type { AuditEvent, ExecutionLog, ExecutionLogQuery } from './contracts/execution-log.ts';
export type { GateDecision, GateVerdict, RiskLevel } from './contracts/gate-decision.ts';
export type { ApprovalReading, CompleteArguments, DisplayNote } from './contracts/approval-reading.ts';
export type {
  ApprovalDisplay,
  ApprovalStatus,
  Approver,
  GrantOffer,
  HumanApprovalRequest,
} from './contracts/human-approval-request.ts';
export type { PolicyProfile, PolicyRule } from './contracts/policy-profile.ts';
export type { Principal } from './contracts/principal.ts';
export type { ResumeToken } from './contracts/resume-token.ts';
export type { RunEvent } from './contracts/run-event.ts';
export type { AgentExtensionsOptions, RequestedToolCall, ResumeOptions } from './contracts/run-options.ts';
export {
  QUEUE_OWNER,
  type EffectRecord,
  type GrantRecord,
  type RunRecord,
  type RunStatus,
  type StepRecord,
  type TokenRecord,
} from './contracts/run-record.ts';
export type { ToolCallRequest, ToolDescription, ToolKind } from './contracts/tool-call-request.ts';
export { toolManifestSchema, type ToolManifest } from './contracts/tool-manifest.ts';
export type { CallJudgement } from './contracts/call-judgement.ts';
export { draftManifests } from './gate/manifest/draft-manifests.ts';
export { STANDARD_RULES } from './policy/evaluate-policy.ts';
export { loadProfile } from './policy/load-profile.ts';
export { tightenProfile } from './policy/tighten-profile.ts';
export {
  loadSkills,
  loadSkillsDetailed,
  type LoadedSkills,
  type LoadSkillsOptions,
} from './skills/load-skills.ts';
export { listSkills, describeSkill } from './skills/list-skills.ts';
export { toTools, type SkillToolOptions } from './skills/to-tools.ts';
export { toIntrospectionTools } from './skills/to-introspection-tools.ts';
export { toActivationTools } from './skills/to-activation-tools.ts';
export type { SkillScriptOptions } from './skills/tools/companion-tools.ts';
export { createSkillSandbox, type SkillSandboxClient } from './skills/tools/create-skill-sandbox.ts';
export { SkillRegistry } from './skills/skill-registry.ts';
export { SkillMetadataExtractor } from './skills/skill-metadata-extractor.ts';
export { skillToolOrigins, type SkillTool, type SkillToolOrigin } from './skills/tools/skill-tool.ts';
export type { SkillSandbox, SkillScriptRequest, SkillScriptResult } from './skills/tools/skill-sandbox.ts';
export type { SkillLimits } from './skills/skill-services.ts';
export type { SkillDiagnostic } from './skills/load-skills.ts';
export type { SkillDetailLevel } from './skills/manifest/build-manifest.ts';
export type { SkillFileSystem } from './skills/files/skill-file-system.ts';
export type { MarkdownParser } from './skills/manifest/markdown-parser.ts';
export type { SchemaValidator } from './skills/schema/schema-validator.ts';
export type { Skill } from './contracts/skill.ts';
export type { SkillDescriptor } from './contracts/skill-descriptor.ts';
export type { SkillExample } from './contracts/skill-example.ts';
export type { SkillManifest } from './contracts/skill-manifest.ts';
export type { SkillSummary } from './contracts/skill-summary.ts';
export { getProvider, listProviders, type EnvFileOption } from './facade/providers.ts';
export type { ProviderHandle } from './providers/get-provider.ts';
export type { ModelOrigin } from './providers/provider-of-model.ts';
export type { ProviderSummary } from './providers/list-providers.ts';
export type { ProviderOptions } from './providers/provider-options.ts';
export { CompatModelProvider, type CompatModelConfig } from './providers/compat-model-provider.ts';
export { fromAiSdk } from './providers/from-ai-sdk.ts';
export { CAPABILITY_TABLE, FEATURES } from './providers/capability-table.ts';
export type { ProviderModel } from './contracts/provider-model.ts';
export type { ProviderName } from './contracts/provider-name.ts';
export { McpGateway, type McpGatewayOptions, type ReviewedTool } from './mcp/mcp-gateway.ts';
export { FileToolPinStore } from './mcp/file-tool-pin-store.ts';
export { MemoryToolPinStore } from './mcp/memory-tool-pin-store.ts';
export { DEFAULT_MCP_LIMITS, type McpLimits } from './mcp/mcp-limits.ts';
export { DEFAULT_MCP_SCOPES, type McpScopes } from './mcp/mcp-scopes.ts';
export type { McpTool } from './mcp/create-mcp-tool.ts';
export type { McpAccess } from './mcp/mcp-access.ts';
export type { ConnectMcpClient, McpCallOptions, McpCallResult, McpClient } from './mcp/mcp-client.ts';
export type { ToolPinStore } from './mcp/tool-pin-store.ts';
export type { McpCapability } from './contracts/mcp-capability.ts';
export type { McpServerConfig } from './contracts/mcp-server-config.ts';
export type { McpServerHandle } from './contracts/mcp-server-handle.ts';
export type { McpToolDefinition } from './contracts/mcp-tool-definition.ts';
export type { McpToolPin } from './contracts/mcp-tool-pin.ts';

// Names of upstream, unchanged.
export {
  Agent,
  AgentHooks,
  AgentsError,
  BatchTraceProcessor,
  ConsoleSpanExporter,
  GuardrailExecutionError,
  Handoff,
  InputGuardrailTripwireTriggered,
  InvalidToolOutputError,
  MCPServerSSE,
  MCPServerStdio,
  MCPServerStreamableHttp,
  MCPServers,
  MaxTurnsExceededError,
  MemorySession,
  ModelBehaviorError,
  ModelRefusalError,
  ModelTimeoutError,
  MultiTracingProcessor,
  NoopSpan,
  NoopTrace,
  OPENAI_DEFAULT_MODEL_ENV_VARIABLE_NAME,
  OutputGuardrailTripwireTriggered,
  RequestUsage,
  RunAgentUpdatedStreamEvent,
  RunCompactionItem,
  RunContext,
  RunHandoffCallItem,
  RunHandoffOutputItem,
  RunInputItem,
  RunItemStreamEvent,
  RunMessageOutputItem,
  RunRawModelStreamEvent,
  RunReasoningItem,
  RunResult,
  RunToolApprovalItem,
  RunToolCallItem,
  RunToolCallOutputItem,
  RunToolSearchCallItem,
  RunToolSearchOutputItem,
  RuntimeEventEmitter,
  Span,
  StreamedRunResult,
  SystemError,
  ToolCallError,
  ToolGuardrailFunctionOutputFactory,
  ToolInputGuardrailTripwireTriggered,
  ToolOutputGuardrailTripwireTriggered,
  ToolTimeoutError,
  Trace,
  TraceProvider,
  Usage,
  UserError,
  applyDiff,
  applyPatchTool,
  applySessionHistoryMutations,
  assistant,
  attachClientToolSearchExecutor,
  computerTool,
  connectMcpServers,
  createAgentSpan,
  createCustomSpan,
  createFunctionSpan,
  createGenerationSpan,
  createGuardrailSpan,
  createHandoffSpan,
  createMCPListToolsSpan,
  createMCPToolStaticFilter,
  createResponseSpan,
  createSpeechGroupSpan,
  createSpeechSpan,
  createTaskSpan,
  createTranscriptionSpan,
  createTurnSpan,
  defaultTracingIdGenerator,
  defineOutputGuardrail,
  defineToolInputGuardrail,
  defineToolOutputGuardrail,
  dispatchSpan,
  dispatchSpanEnd,
  dispatchSpanStart,
  dispatchTrace,
  extractAllTextOutput,
  generateGroupId,
  generateSpanId,
  generateTraceId,
  getAllMcpTools,
  getClientToolSearchExecutor,
  getCurrentSpan,
  getCurrentTrace,
  getCurrentTraceContext,
  getDefaultModel,
  getDefaultModelSettings,
  getGlobalTraceProvider,
  getHandoff,
  getLogger,
  getToolSearchRuntimeToolKey,
  getTransferMessage,
  gpt5ReasoningSettingsRequired,
  handoff,
  invalidateServerToolsCache,
  isGpt5Default,
  isOpenAIResponsesCompactionAwareSession,
  isOpenAIResponsesCompactionOwnershipAwareSession,
  isRunContextAwareSession,
  isSessionHistoryRewriteAwareSession,
  isSessionHistoryTransactionAwareSession,
  mcpToFunctionTool,
  protocol,
  resetCurrentSpan,
  resolveToolInputGuardrails,
  resolveToolOutputGuardrails,
  retryPolicies,
  runToolInputGuardrails,
  runToolOutputGuardrails,
  setCurrentSpan,
  setDefaultModelProvider,
  setSensitiveDataLoggingEnabled,
  setTracingContextStorage,
  setTracingDisabled,
  setTracingIdGenerator,
  shellTool,
  startTraceExportLoop,
  system,
  toolNamespace,
  user,
  withAgentSpan,
  withCustomSpan,
  withFunctionSpan,
  withGenerationSpan,
  withGuardrailSpan,
  withHandoffSpan,
  withMCPListToolsSpan,
  withResponseSpan,
  withSpeechGroupSpan,
  withSpeechSpan,
  withTaskSpan,
  withTraceContext,
  withTranscriptionSpan,
  withTurnSpan,
} from '@openai/agents-core';
export {
  OPENAI_CHAT_COMPLETIONS_RAW_MODEL_EVENT_SOURCE,
  OPENAI_RESPONSES_RAW_MODEL_EVENT_SOURCE,
  OpenAIChatCompletionsModel,
  OpenAIConversationsSession,
  OpenAIProvider,
  OpenAIResponsesCompactionSession,
  OpenAIResponsesModel,
  OpenAIResponsesWSModel,
  OpenAITracingExporter,
  codeInterpreterTool,
  fileSearchTool,
  getDefaultOpenAIClient,
  imageGenerationTool,
  isOpenAIChatCompletionsRawModelStreamEvent,
  isOpenAIResponsesRawModelStreamEvent,
  programmaticToolCallingTool,
  setDefaultOpenAIClient,
  setDefaultOpenAIKey,
  setOpenAIAPI,
  setOpenAIResponsesTransport,
  setTracingExportApiKey,
  startOpenAIConversationsSession,
  toolSearchTool,
  webSearchTool,
} from '@openai/agents-openai';
export type {
  AgentConfigWithHandoffs,
  AgentConfiguration,
  AgentHookEvents,
  AgentInputItem,
  AgentOptions,
  AgentOutputItem,
  AgentOutputType,
  AgentSpanData,
  AgentTool,
  AgentToolInvocation,
  AgentToolOptions,
  AgentToolOptionsWithDefault,
  AgentToolOptionsWithParameters,
  ApplyPatchCallItem,
  ApplyPatchCallResultItem,
  ApplyPatchOperation,
  ApplyPatchResult,
  ApplyPatchTool,
  ApplyPatchToolCustomDataContext,
  ApplyPatchToolCustomDataExtractor,
  AssistantMessageItem,
  CallModelInputFilter,
  CallModelInputFilterArgs,
  CallToolResult,
  CallToolResultContent,
  ClientToolSearchExecutor,
  ClientToolSearchExecutorArgs,
  ClientToolSearchExecutorResult,
  CompletedAgentToolInvocationRunResult,
  Computer,
  ComputerCallResultItem,
  ComputerOnSafetyCheckFunction,
  ComputerSafetyCheck,
  ComputerSafetyCheckResult,
  ComputerTool,
  ComputerToolCustomDataContext,
  ComputerToolCustomDataExtractor,
  ComputerUseCallItem,
  CustomSpanData,
  Editor,
  EditorInvocationContext,
  FunctionCallItem,
  FunctionCallResultItem,
  FunctionSpanData,
  FunctionTool,
  FunctionToolCustomDataContext,
  FunctionToolCustomDataExtractor,
  FunctionToolResult,
  FunctionToolTimeoutBehavior,
  GenerationSpanData,
  GenerationUsageData,
  GetAllMcpToolsOptions,
  GuardrailFunctionOutput,
  GuardrailSpanData,
  HandoffCloneOptions,
  HandoffEnabledFunction,
  HandoffInputData,
  HandoffSpanData,
  HostedMCPTool,
  HostedTool,
  HostedToolCallItem,
  IndividualRunOptions,
  InputGuardrail,
  InputGuardrailFunction,
  InputGuardrailFunctionArgs,
  InputGuardrailMetadata,
  InputGuardrailResult,
  JsonSchemaDefinition,
  MCPBlobResourceContent,
  MCPCallToolOptions,
  MCPListResourceTemplatesResult,
  MCPListResourcesParams,
  MCPListResourcesResult,
  MCPListToolsSpanData,
  MCPReadResourceResult,
  MCPResource,
  MCPResourceContent,
  MCPResourceTemplate,
  MCPServer,
  MCPServerWithResources,
  MCPServersOptions,
  MCPServersReconnectOptions,
  MCPTextResourceContent,
  MCPToolCacheKeyGenerator,
  MCPToolCustomDataContext,
  MCPToolCustomDataExtractor,
  MCPToolErrorFunction,
  MCPToolFilterCallable,
  MCPToolFilterContext,
  MCPToolFilterStatic,
  MCPToolMetaContext,
  MCPToolMetaResolver,
  Model,
  ModelInputData,
  ModelProvider,
  ModelRequest,
  ModelResponse,
  ModelRetryAdvice,
  ModelRetryAdviceRequest,
  ModelRetryBackoffSettings,
  ModelRetryNormalizedError,
  ModelRetrySettings,
  ModelSettings,
  ModelSettingsContextManagement,
  ModelSettingsToolChoice,
  NonStreamRunOptions,
  OpenAIResponsesCompactionArgs,
  OpenAIResponsesCompactionAwareSession,
  OpenAIResponsesCompactionOwnershipAwareSession,
  OpenAIResponsesCompactionResult,
  OutputGuardrail,
  OutputGuardrailBlockedMessageArgs,
  OutputGuardrailBlockedMessageFormatter,
  OutputGuardrailDefinition,
  OutputGuardrailFunction,
  OutputGuardrailFunctionArgs,
  OutputGuardrailMetadata,
  OutputGuardrailResult,
  ProgramCallItem,
  ProgramCallResultItem,
  ReasoningItem,
  ReasoningItemIdPolicy,
  RequestUsageInput,
  ResponseSpanData,
  ResponseStreamEvent,
  RetryDecision,
  RetryPolicy,
  RetryPolicyContext,
  RunConfig,
  RunContextAwareSession,
  RunErrorData,
  RunErrorHandler,
  RunErrorHandlerInput,
  RunErrorHandlerResult,
  RunErrorHandlers,
  RunErrorKind,
  RunHookEvents,
  RunItem,
  RunStreamEvent,
  SerializedHandoff,
  SerializedOutputType,
  SerializedTool,
  Session,
  SessionHistoryAppendItemsTransaction,
  SessionHistoryMutation,
  SessionHistoryReplaceSuffixTransaction,
  SessionHistoryRewriteArgs,
  SessionHistoryRewriteAwareSession,
  SessionHistoryTransaction,
  SessionHistoryTransactionArgs,
  SessionHistoryTransactionAwareSession,
  SessionInputCallback,
  Shell,
  ShellAction,
  ShellCallItem,
  ShellCallResultItem,
  ShellOutputResult,
  ShellResult,
  ShellTool,
  ShellToolContainerAutoEnvironment,
  ShellToolContainerNetworkPolicy,
  ShellToolContainerNetworkPolicyAllowlist,
  ShellToolContainerNetworkPolicyDisabled,
  ShellToolContainerNetworkPolicyDomainSecret,
  ShellToolContainerReferenceEnvironment,
  ShellToolContainerSkill,
  ShellToolEnvironment,
  ShellToolHostedEnvironment,
  ShellToolInlineSkill,
  ShellToolInlineSkillSource,
  ShellToolLocalEnvironment,
  ShellToolLocalSkill,
  ShellToolSkillReference,
  SpanData,
  SpanError,
  SpanOptions,
  SpeechGroupSpanData,
  SpeechSpanData,
  StandardSchemaWithJSON,
  StreamEvent,
  StreamEventGenericItem,
  StreamEventResponseCompleted,
  StreamEventResponseStarted,
  StreamEventTextStream,
  StreamRunOptions,
  SystemMessageItem,
  TaskSpanData,
  TaskUsageData,
  TextOutput,
  Tool,
  ToolAllowedCaller,
  ToolAllowedCallers,
  ToolCallOutputContent,
  ToolCallStructuredOutput,
  ToolCaller,
  ToolEnabledFunction,
  ToolErrorFormatter,
  ToolErrorFormatterArgs,
  ToolErrorKind,
  ToolExecuteArgument,
  ToolExecutionConfig,
  ToolGuardrailBehavior,
  ToolGuardrailFunctionOutput,
  ToolGuardrailMetadata,
  ToolInputGuardrailData,
  ToolInputGuardrailDefinition,
  ToolInputGuardrailFunction,
  ToolInputGuardrailResult,
  ToolInputParameters,
  ToolNameCollisionPolicy,
  ToolNamespaceOptions,
  ToolNotFoundBehavior,
  ToolOptions,
  ToolOptionsWithGuardrails,
  ToolOutputCustomData,
  ToolOutputErrorContext,
  ToolOutputFileContent,
  ToolOutputGuardrailData,
  ToolOutputGuardrailDefinition,
  ToolOutputGuardrailFunction,
  ToolOutputGuardrailResult,
  ToolOutputImage,
  ToolOutputSchema,
  ToolOutputText,
  ToolReference,
  ToolSearchCallArguments,
  ToolSearchCallItem,
  ToolSearchOutputItem,
  ToolSearchOutputTool,
  ToolTimeoutErrorFunction,
  ToolToFinalOutputFunction,
  ToolUseBehavior,
  ToolUseBehaviorFlags,
  ToolsToFinalOutputResult,
  TraceContextSnapshot,
  TraceProviderOptions,
  TracingConfig,
  TracingContextStorage,
  TracingExporter,
  TracingIdGenerator,
  TracingProcessor,
  TranscriptionSpanData,
  TurnSpanData,
  TurnUsageData,
  UnknownContext,
  UnknownItem,
  UsageInput,
  UserMessageItem,
} from '@openai/agents-core';
export type {
  OpenAIChatCompletionsModelOptions,
  OpenAIChatCompletionsRawModelStreamEvent,
  OpenAIClient,
  OpenAIConversationsSessionOptions,
  OpenAIProviderOptions,
  OpenAIRawModelEventSource,
  OpenAIResponsesCompactionDecisionContext,
  OpenAIResponsesCompactionMode,
  OpenAIResponsesCompactionSessionOptions,
  OpenAIResponsesRawModelStreamEvent,
  OpenAIResponsesWebSocketOptions,
  OpenAITracingExporterOptions,
  ProgrammaticToolCallingTool,
  ResponsesWebSocketSession,
  ResponsesWebSocketSessionOptions,
  ToolSearchTool,
} from '@openai/agents-openai';
