import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../../..');
const page = readFileSync(join(root, 'docs/design-map.md'), 'utf8');

/** The names of the design documents, by section of the page. */
const DOCUMENTS = [
  {
    title: 'The SDK',
    below: 'packages',
    names: `
      Agent run createRunner tool hostedMcpTool createGuardrailsTemplate AgentGuardrails AgentRunner
      SafetyGate ApprovalController McpGateway SkillRegistry SafetyAgent SkillMetadataExtractor
      CompatModelProvider PolicyStore ExecutionLogStore ApprovalStore McpClient AgentsSdkAdapter
      FileSystem MarkdownParser SchemaValidator HttpClient loadSkills listSkills describeSkill
      toTools toIntrospectionTools getProvider setPolicyProfile getPendingApprovals submitApproval
      resumeRun approveAndResume getExecutionLogs RunOptions AgentRunnerOptions ProviderName
      ProviderHandle AgentExtensionsOptions RunResult ResumeOptions RequestedToolCall RunEvent Skill
      SkillDescriptor SkillSummary SkillManifest SkillExample AgentCapabilitySnapshot
      McpCapabilitySummary ToolCallRequest ToolCallResult GateDecision GateContext AgentLike
      HumanApprovalRequest ResumeToken ExecutionLog PolicyProfile CompatModelConfig McpServerConfig
      McpServerHandle McpCapability status doctor debug AGENTS_LOG_LEVEL
    `,
  },
  {
    title: 'iris, conversation continuity',
    below: 'packages/iris/src',
    names: `
      iris previous_response_id OpenAIRequestParams processOpenAIResponse processOpenAIResponseWithId
      ProcessedResponse IrisToolResult invalidResponseId responseIdNotFound
    `,
  },
  {
    title: 'The Dify model provider, openai_gpt5_responses',
    below: '',
    names: `
      manifest.yaml main.py README.md PRIVACY.md .env.example requirements.txt icon.svg
      provider/openai_gpt5.yaml provider/openai_gpt5.py models/llm/_position.yaml models/llm/llm.py
      gpt-5.2 gpt-5.2-pro gpt-5 gpt-5-mini gpt-5-nano gpt-5-codex gpt-5.1-codex gpt-5.3-codex
      internal/__init__.py internal/credentials.py internal/payloads.py internal/messages.py
      internal/errors.py prompt_messages_to_responses_input _to_llm_result bool-like json_schema
      OPENAI_GPT5_AUDIT_LOG responses_api_request responses_api_success responses_api_error
    `,
  },
  {
    title: 'The Dify agent strategies, gpt5_agent_strategies',
    below: 'app/gpt5_agent_strategies',
    names: `
      manifest.yaml README.md PRIVACY.md .env.example icon.svg
      provider/gpt5_agent.yaml provider/gpt5_agent.py strategies/gpt5_function_calling.yaml
      strategies/gpt5_function_calling.py strategies/gpt5_react.yaml strategies/gpt5_react.py
      internal/__init__.py internal/flow.py internal/loop.py internal/policy.py internal/tooling.py
      prompt/template.py GPT5FunctionCallingStrategy GPT5FunctionCallingParams ToolEntity
      should_emit_response_text build_system_instruction parse_tool_arguments ToolPromptMessage
      create_log_message create_retriever_resource_message execution_metadata _MAX_BLOB_FILE_BYTES
      PERSISTENCE_POLICY CONTEXT_GATHERING_POLICY UNCERTAINTY_POLICY TOOL_PREAMBLE_POLICY
    `,
  },
  {
    title: 'The chat service',
    below: 'app/server/src',
    names: `
      AIAgentController SocketGateway ProcessUserMessageUseCase AIResponseDto ConversationMessageDto
      UsageDto PromptBuilder SessionContextDto HistoryAssembler HistoryAssemblerOptions
      LLMOutputParser TemplateDraftParseResult AiChatProcessTemplateJson AiChatSchemaId
      StepTemplateDraft TemplateDraftMapper CreateProcessTemplateDto CreateStepTemplateDto
      ProcessTemplateController CreateProcessTemplateUseCase AIConversationService
      ProcessMessageInput ProcessMessageOutput InterviewSession ConversationMessage ChatMessage
      OpenAIService OpenAIResponse OpenAIResponseUsage AIConversationErrorCode
      AIConversationResponder MockResponder OpenAIResponder Monitoring RateLimit AI_AUDIT_SALT
      dependsOn
    `,
  },
];

const sections = page.split(/^## /m).slice(1);

describe('the design map', () => {
  it('has a section for each document and no other', () => {
    expect(sections.map(titleOf)).toEqual(DOCUMENTS.map(({ title }) => title));
  });
});

describe.each(DOCUMENTS)('the design map of "$title"', ({ title, below, names }) => {
  const section = sections.find((text) => titleOf(text) === title) ?? '';
  const rows = [...section.matchAll(/^\| `([^`]+)` \| `([\w./-]+)` \| `([^`]+)` \|/gm)].map(
    ([, name = '', file = '', exported = '']) => [name, file, exported] as const,
  );
  const missing = [...section.matchAll(/^- `([^`]+)`$/gm)].map(([, name = '']) => name);

  it('names the location of its files', () => {
    expect(section).toContain(
      below === '' ? 'below the root of the repository' : `Files are below \`${below}/\``,
    );
  });

  it.each(rows)('lists %s in %s as %s correctly', (_name, file, exported) => {
    const path = join(root, below, file);
    expect(existsSync(path)).toBe(true);
    const text = readFileSync(path, 'utf8');
    expect(file.endsWith('.ts') ? exportsOf(text) : text).toContain(exported);
  });

  it('lists every name of the document exactly once', () => {
    const expected = names.trim().split(/\s+/);
    const listed = [...rows.map(([name]) => name), ...missing];
    expect(new Set(listed)).toEqual(new Set(expected));
    expect(listed).toHaveLength(expected.length);
  });
});

function titleOf(section: string): string {
  return section.split('\n', 1)[0] ?? '';
}

function exportsOf(text: string): string[] {
  const declared = text.matchAll(
    /^export (?:abstract )?(?:async )?(?:function\*?|class|const|interface|type) (\w+)/gm,
  );
  const listed = [...text.matchAll(/^export (?:type )?\{([^}]*)\}/gm)].flatMap(([, names = '']) =>
    names.split(',').map((name) =>
      name
        .trim()
        .replace(/^type /, '')
        .replace(/^\w+ as /, ''),
    ),
  );
  return [...[...declared].map(([, name = '']) => name), ...listed];
}
