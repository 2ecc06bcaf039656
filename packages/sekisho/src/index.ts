/**
 * The public API: every name that a program imports from `@openai/agents`, with gated replacements where tools or models
 * are involved, and the names that this package adds. Each name here is covered by the compatibility promise.
 */

// Names of upstream with a gated replacement.
export { run } from './facade/run.ts';
export { Runner, withResponsesWebSocketSession } from './facade/runner.ts';
export { RunState } from './facade/run-state.ts';
export { invokeFunctionTool, tool, type ToolExtensions } from './facade/tool.ts';
export { hostedMcpTool, type HostedMcpOptions, type HostedMcpServer } from './facade/hosted-mcp-tool.ts';
export {
  addTraceProcessor,
  getOrCreateTrace,
  setDefaultOpenAITracingExporter,
  setTraceProcessors,
  withTrace,
} from './facade/tracing.ts';

// Names that this package adds.
export { doctor, status, type Status } from './facade/diagnostics.ts';
export type { DoctorReport, Finding, LocalizedText, QueueDepth } from '@sekisho/engine';
export {
  createGuardrailsTemplate,
  type AgentGuardrails,
  type GuardrailsTemplateOptions,
  type TextRule,
  type ToolRule,
} from './guardrails/create-guardrails-template.ts';
export { languageModel } from './facade/language-model.ts';
export { ModelSafetyAgent, type ModelSafetyAgentOptions } from './facade/model-safety-agent.ts';
export { createRunner, type AgentRunnerOptions } from './facade/create-runner.ts';
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
export type {
  AgentSegmentOutcome as SegmentOutcome,
  AgentSegmentQueue as SegmentQueue,
  AgentWorkerOptions as WorkerOptions,
} from './runner/agent-queue.ts';
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
export type { RecoveredRuns } from './runner/recover-runs.ts';
export type { WaitOptions } from './runner/resume-when-decided.ts';
export type { RunEvent } from './runner/run-events.ts';
export type {
  AgentExtensionsOptions,
  RequestedToolCall,
  ResumeOptions,
  ResumeRunOptions,
  RunInput,
  WithExtensions,
} from './runner/run-request.ts';
export {
  describeSkill,
  listSkills,
  loadSkills,
  loadSkillsDetailed,
  type LoadedSkills,
  type LoadSkillsOptions,
  reportSkills,
  type SkillDiagnostic,
  type SkillReportLine,
} from './skills/load-skills.ts';
export {
  toActivationTools,
  toIntrospectionTools,
  toTools,
  type SkillToolOptions,
} from './skills/to-tools.ts';
export type { SkillScriptOptions } from './skills/tools/file-tools.ts';
export {
  createSkillSandbox,
  type SkillSandbox,
  type SkillSandboxClient,
  type SkillScriptRequest,
  type SkillScriptResult,
} from './skills/tools/skill-sandbox.ts';
export { SkillRegistry } from './skills/skill-registry.ts';
export { SkillMetadataExtractor } from './skills/skill-metadata-extractor.ts';
export { skillToolOrigins, type SkillTool, type SkillToolOrigin } from './skills/tools/skill-tool.ts';
export type { SchemaValidator, SkillLimits } from './skills/skill-services.ts';
export type { SkillFileSystem } from './skills/load/skill-file-system.ts';
export type { MarkdownParser } from './skills/load/markdown-parser.ts';
export type {
  Skill,
  SkillDescriptor,
  SkillDetailLevel,
  SkillExample,
  SkillManifest,
  SkillSummary,
} from './skills/skill-types.ts';
export { getProvider, listProviders, type EnvFileOption } from './facade/providers.ts';
export type { ProviderHandle } from './providers/get-provider.ts';
export type { ModelOrigin } from './providers/get-provider.ts';
export type { ProviderSummary } from './providers/get-provider.ts';
export type { ProviderOptions } from './providers/provider-types.ts';
export { CompatModelProvider, type CompatModelConfig } from './providers/compat-model-provider.ts';
export { fromAiSdk } from './providers/from-ai-sdk.ts';
export { CAPABILITY_TABLE, FEATURES } from './providers/capability-table.ts';
export type { ProviderModel } from './providers/provider-types.ts';
export type { ProviderName } from './providers/provider-types.ts';

// Names of the engine with a replacement for the Agents SDK.
export { SafetyGate } from './facade/safety-gate.ts';
export { McpGateway, type McpGatewayOptions, type McpTool } from './facade/mcp-gateway.ts';

// Names of the engine.
export {
  ApprovalController,
  DEFAULT_MCP_LIMITS,
  DEFAULT_MCP_SCOPES,
  ERROR_CATALOG,
  ERROR_CODES,
  FileToolPinStore,
  MemoryPolicyStore,
  MemoryStateStore,
  MemoryToolPinStore,
  ModelPlanner,
  ModelReviewer,
  QUEUE_OWNER,
  RulePlanner,
  RuleSafetyAgent,
  STANDARD_RULES,
  SekishoError,
  SafetyAgent,
  approvalEditOf,
  approvalStoreOf,
  draftManifests,
  evaluateRecorded,
  VALUE_ORIGINS,
  executionLogStoreOf,
  loadProfile,
  loadSecret,
  manifestPack,
  openSqliteStateStore,
  packManifests,
  tightenProfile,
  toolManifestSchema,
} from '@sekisho/engine';
export type * from '@sekisho/engine';

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
// Types cannot execute anything, so new ones of upstream need no review. Values are listed one by one above.
export type * from '@openai/agents-core';
export type * from '@openai/agents-openai';
