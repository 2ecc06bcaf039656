import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const source = join(import.meta.dirname, '../src');
const page = readFileSync(join(import.meta.dirname, '../../../docs/design-map.md'), 'utf8');

/** The names of the design document: components, functions, ports and types. */
const NAMES_OF_THE_DESIGN = `
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
  McpServerHandle McpCapability status doctor
`
  .trim()
  .split(/\s+/);

const rows = [...page.matchAll(/^\| `(\w+)` \| `([\w./-]+)` \| `(\w+)` \|/gm)].map(
  ([, name = '', file = '', exported = '']) => [name, file, exported] as const,
);
const missing = [...page.matchAll(/^- `(\w+)`$/gm)].map(([, name = '']) => name);

describe('the design map', () => {
  it.each(rows)('is right that %s is in %s as %s', (_name, file, exported) => {
    expect(existsSync(join(source, file))).toBe(true);
    expect(exportsOf(readFileSync(join(source, file), 'utf8'))).toContain(exported);
  });

  it('places every name of the design exactly once', () => {
    const placed = [...rows.map(([name]) => name), ...missing];
    expect(new Set(placed)).toEqual(new Set(NAMES_OF_THE_DESIGN));
    expect(placed).toHaveLength(NAMES_OF_THE_DESIGN.length);
  });

  it('calls nothing missing that the package exports', () => {
    const there = exportsOf(readFileSync(join(source, 'index.ts'), 'utf8'));
    expect(there).toContain('createRunner');
    expect(missing.filter((name) => there.includes(name))).toEqual([]);
  });
});

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
