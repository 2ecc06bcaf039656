import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as upstream from '@openai/agents';
import * as upstreamSandbox from '@openai/agents/sandbox';
import * as upstreamLocalSandbox from '@openai/agents/sandbox/local';
import * as upstreamTesting from '@openai/agents/testing';
import * as upstreamUtils from '@openai/agents/utils';
import { describe, expect, it } from 'vitest';
import * as sekisho from '../src/index.ts';
import * as localSandbox from '../src/sandbox-local.ts';
import * as sandbox from '../src/sandbox.ts';
import * as testing from '../src/testing/index.ts';
import * as suites from '../src/testing/vitest.ts';
import * as utils from '../src/utils.ts';

/** Exports of upstream that we do not have. */
const MISSING = ['realtime'];

/** Names of upstream under which we export our own implementation. */
const REPLACED = [
  'RunState',
  'Runner',
  'addTraceProcessor',
  'getOrCreateTrace',
  'hostedMcpTool',
  'invokeFunctionTool',
  'run',
  'setDefaultOpenAITracingExporter',
  'setTraceProcessors',
  'tool',
  'withResponsesWebSocketSession',
  'withTrace',
];

/** Our exports beyond upstream. */
const ADDED = [
  'AgentRunner',
  'ApprovalController',
  'CAPABILITY_TABLE',
  'CompatModelProvider',
  'DEFAULT_MCP_LIMITS',
  'DEFAULT_MCP_SCOPES',
  'ERROR_CATALOG',
  'ERROR_CODES',
  'FEATURES',
  'FileToolPinStore',
  'McpGateway',
  'MemoryPolicyStore',
  'MemoryStateStore',
  'MemoryToolPinStore',
  'ModelPlanner',
  'ModelReviewer',
  'ModelSafetyAgent',
  'QUEUE_OWNER',
  'RulePlanner',
  'RuleSafetyAgent',
  'STANDARD_RULES',
  'SafetyAgent',
  'SafetyGate',
  'SekishoError',
  'SkillMetadataExtractor',
  'SkillRegistry',
  'VALUE_ORIGINS',
  'acceptRestore',
  'approvalEditOf',
  'approvalStoreOf',
  'approveAndResume',
  'createGuardrailsTemplate',
  'createRunner',
  'createSkillSandbox',
  'describeSkill',
  'doctor',
  'draftManifests',
  'evaluateRecorded',
  'executionLogStoreOf',
  'expireApprovals',
  'fromAiSdk',
  'getExecutionLogs',
  'getPendingApprovals',
  'getProvider',
  'languageModel',
  'listProviders',
  'listSkills',
  'loadProfile',
  'loadSecret',
  'loadSkills',
  'loadSkillsDetailed',
  'manifestPack',
  'openSqliteStateStore',
  'packManifests',
  'readApproval',
  'recoverRuns',
  'reissueToken',
  'reportSkills',
  'resolveOutcome',
  'resumeRun',
  'setDefaultRunner',
  'setPolicyProfile',
  'skillToolOrigins',
  'status',
  'submitApproval',
  'tightenProfile',
  'toActivationTools',
  'toIntrospectionTools',
  'toTools',
  'toolManifestSchema',
  'verifyExecutionLog',
];

/** The subpaths of upstream that exist here too, and our additions. */
const SUBPATHS: readonly [string, object, object, readonly string[]][] = [
  ['sandbox', sandbox, upstreamSandbox, []],
  ['sandbox/local', localSandbox, upstreamLocalSandbox, []],
  ['testing', testing, upstreamTesting, ['assistantText', 'judge', 'scriptedCall', 'scriptedModel']],
  ['utils', utils, upstreamUtils, []],
];

const theirs: Readonly<Record<string, unknown>> = upstream;
const ours: Readonly<Record<string, unknown>> = sekisho;

describe('the public surface', () => {
  it('has every export of upstream', () => {
    expect(Object.keys(theirs).length).toBeGreaterThan(170);
    const missing = Object.keys(theirs).filter((name) => !Object.hasOwn(ours, name));
    expect(missing).toEqual(MISSING);
  });

  it("re-exports upstream's own objects, except where a call must be gated", () => {
    const shared = Object.keys(theirs).filter((name) => Object.hasOwn(ours, name));
    expect(shared.filter((name) => ours[name] !== theirs[name]).toSorted()).toEqual(REPLACED);
  });

  it('supports instanceof in both directions for the replaced classes', () => {
    expect(new sekisho.Runner()).toBeInstanceOf(upstream.Runner);
    expect(sekisho.RunState.prototype).toBe(upstream.RunState.prototype);
  });

  it('adds these names and no others', () => {
    expect(
      Object.keys(ours)
        .filter((name) => !Object.hasOwn(theirs, name))
        .toSorted(),
    ).toEqual(ADDED);
  });

  it.each(SUBPATHS)('has every export of %s unchanged, and adds these', (_name, our, their, added) => {
    const own = new Map(Object.entries(our));
    for (const [name, value] of Object.entries(their))
      expect([name, own.get(name) === value]).toEqual([name, true]);
    expect([...own.keys()].filter((name) => !Object.hasOwn(their, name)).toSorted()).toEqual(added);
  });

  it('has the suite that needs Vitest in a separate subpath', () => {
    expect(Object.keys(suites)).toEqual(['describeStateStore']);
  });

  it('has stable error codes', () => {
    expect([...sekisho.ERROR_CODES].toSorted()).toEqual(CODES);
    expect(Object.keys(sekisho.ERROR_CATALOG).toSorted()).toEqual(CODES);
  });

  it('throws errors that existing catch blocks handle', () => {
    const error = new sekisho.SekishoError('AGENTS-E-GATE-DENIED', 'No.');
    expect(error).toBeInstanceOf(upstream.AgentsError);
    expect(error).toMatchObject({ code: 'AGENTS-E-GATE-DENIED', message: 'No.', name: 'SekishoError' });
  });

  it('has these entry points', async () => {
    const manifest = JSON.parse(await readFile(join(import.meta.dirname, '../package.json'), 'utf8'));
    expect(Object.fromEntries(Object.keys(ENTRY).map((field) => [field, manifest[field]]))).toEqual(ENTRY);
  });
});

const CODES = [
  'AGENTS-E-AGENT-CAPABILITY-RESOLVE',
  'AGENTS-E-APPROVAL-INVALID',
  'AGENTS-E-APPROVAL-NOT-FOUND',
  'AGENTS-E-AUTHORITY',
  'AGENTS-E-COMPAT-UNSUPPORTED',
  'AGENTS-E-GATE-DENIED',
  'AGENTS-E-GATE-EVAL',
  'AGENTS-E-GUARDRAIL-DENIED',
  'AGENTS-E-INPUT-INVALID',
  'AGENTS-E-LOG-ROLLBACK',
  'AGENTS-E-LOG-STORE',
  'AGENTS-E-MCP-EXEC',
  'AGENTS-E-MCP-SCHEMA',
  'AGENTS-E-MCP-UNREACHABLE',
  'AGENTS-E-NONDETERMINISM',
  'AGENTS-E-POLICY-INVALID',
  'AGENTS-E-PROVIDER-CONFIG',
  'AGENTS-E-RESUME-TOKEN',
  'AGENTS-E-RUN-APPLICATION',
  'AGENTS-E-RUN-CONFLICT',
  'AGENTS-E-RUN-NOT-FOUND',
  'AGENTS-E-RUN-STATE',
  'AGENTS-E-RUNNER',
  'AGENTS-E-RUNNER-CONFIG',
  'AGENTS-E-SDK-COPY',
  'AGENTS-E-SKILL-NOT-FOUND',
  'AGENTS-E-SKILL-NOT-LOADED',
  'AGENTS-E-SKILL-PARSE',
  'AGENTS-E-SKILL-SCHEMA',
  'AGENTS-E-STOPPED',
  'AGENTS-E-STORE',
  'AGENTS-E-STREAM',
];

/** The conditions of one subpath, by file. */
const entryOf = (built: string) => ({
  '@sekisho/source': `./src/${built}.ts`,
  require: { types: `./dist/cjs/${built}.d.ts`, default: `./dist/cjs/${built}.js` },
  types: `./dist/${built}.d.ts`,
  default: `./dist/${built}.js`,
});

const ENTRY = {
  exports: {
    '.': entryOf('index'),
    './sandbox': entryOf('sandbox'),
    './sandbox/local': entryOf('sandbox-local'),
    './store-adapter': entryOf('store-adapter'),
    './testing': entryOf('testing/index'),
    './testing/vitest': {
      '@sekisho/source': './src/testing/vitest.ts',
      types: './dist/testing/vitest.d.ts',
      default: './dist/testing/vitest.js',
    },
    './tool-call-checks': entryOf('tool-call-checks'),
    './utils': entryOf('utils'),
    './package.json': './package.json',
  },
  main: './dist/index.js',
  types: './dist/index.d.ts',
  // TypeScript without support for `exports` reads this.
  typesVersions: {
    '*': {
      sandbox: ['./dist/sandbox.d.ts'],
      'sandbox/local': ['./dist/sandbox-local.d.ts'],
      'store-adapter': ['./dist/store-adapter.d.ts'],
      testing: ['./dist/testing/index.d.ts'],
      'testing/vitest': ['./dist/testing/vitest.d.ts'],
      'tool-call-checks': ['./dist/tool-call-checks.d.ts'],
      utils: ['./dist/utils.d.ts'],
    },
  },
  type: 'module',
  sideEffects: false,
  engines: { node: '^22.22.3 || ^24.15.0 || >=26.0.0' },
  peerDependencies: { vitest: '*' },
  peerDependenciesMeta: { vitest: { optional: true } },
};
