import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import {
  createEngine,
  describeFunction,
  evaluateRecorded,
  loadProfile,
  MemoryPolicyStore,
  RuleSafetyAgent,
  SekishoError,
  toolManifestSchema,
  type Engine,
  type PolicyProfile,
} from '@sekisho/engine';
import { declareManifest } from '@sekisho/engine/integration';
import { z } from 'zod';
import { EXIT, type Invocation } from '../command.ts';
import { withParts } from '../open-parts.ts';

const verdictSchema = z.enum(['allow', 'deny', 'needs_human']);
const toolSchema = z.object({
  name: z.string().min(1),
  description: z.string().optional(),
  parameters: z.unknown().optional(),
  manifest: toolManifestSchema
    .omit({ origin: true })
    .partial()
    .required({ effect: true })
    .transform(declareManifest)
    .optional(),
});
export const toolsSchema = z.array(toolSchema);
const caseSchema = z.object({
  id: z.string(),
  user_instruction: z.string(),
  session: z.unknown().optional(),
  tools: toolsSchema.optional(),
  steps: z
    .array(
      z.object({
        tool: z.string(),
        args: z.record(z.string(), z.unknown()),
        output: z.unknown().optional(),
        /** A turn of the user after the steps before this one. */
        user_text: z.string().optional(),
        expect: verdictSchema.optional(),
      }),
    )
    .min(1),
});
type TestCase = z.infer<typeof caseSchema>;

/** `sekisho policy test FILE`: presents calls to the gate and compares its decisions with the expected ones. */
export async function policyTestCommand(call: Invocation): Promise<number> {
  const [file = ''] = call.positionals;
  const tools = call.text('tools');
  const shared = tools === undefined ? [] : toolsSchema.parse(readJson(call, tools));
  const profile = profileOf(call, call.text('profile') ?? 'balanced');
  const policyStore = new MemoryPolicyStore();
  await policyStore.setProfile(profile);
  const engine = createEngine({
    safetyAgent: new RuleSafetyAgent(),
    store: 'memory',
    policyStore,
    application: 'sekisho-cli',
    integration: { name: 'policy-test', onDeny: { maxDenials: 1_000_000 } },
  });
  let failed = 0;
  let checked = 0;
  for (const each of readCases(call, file)) {
    for (const result of await runCase(engine, profile.name, { ...each, tools: each.tools ?? shared })) {
      if (result.expected !== undefined) checked += 1;
      if (isFailure(result)) failed += 1;
      printResult(call, result);
    }
  }
  await engine.close();
  if (!call.isJson)
    call.say({
      en: `${checked} expectations, ${failed} failed, with the profile ${profile.name}.`,
      ja: `期待値 ${checked} 件中 ${failed} 件が不一致です（プロファイル ${profile.name}）。`,
    });
  return failed === 0 ? EXIT.ok : EXIT.found;
}

type StepResult = Awaited<ReturnType<typeof runCase>>[number];

const isFailure = ({ expected, decision }: StepResult) => expected !== undefined && expected !== decision;

function printResult(call: Invocation, result: StepResult): void {
  const { id, step, tool, decision, expected, reason } = result;
  const hasFailed = isFailure(result);
  if (call.isJson) call.host.print(JSON.stringify(result));
  else if (hasFailed || call.flag('all'))
    call.host.print(
      `${hasFailed ? '✗' : '✓'} ${id} ${step}: ${tool} → ${decision}${hasFailed ? ` (${expected})` : ''}  ${reason}`,
    );
}

async function runCase(
  engine: Engine,
  policyProfile: string,
  { id, user_instruction, session, tools = [], steps }: TestCase,
) {
  const run = await engine.openRun({ agent: 'policy-test', policyProfile, sessionData: session });
  run.addUserText(user_instruction);
  const described = new Map(tools.map((tool) => [tool.name, describeFunction(tool)]));
  const results = [];
  for (const [step, { tool: name, args, output, user_text: text, expect: expected }] of steps.entries()) {
    if (text !== undefined) run.addUserText(text);
    const tool = described.get(name) ?? describeFunction({ name });
    described.set(name, tool);
    const key = `${id} ${step}`;
    const calls = [{ key, callId: key, tool, rawArguments: JSON.stringify(args) }];
    const [decided] = await run.decideTurn({ agent: { name: 'policy-test' }, calls });
    const { decision, reason, risk_level } = decided?.decision ?? {
      decision: 'deny',
      reason: '',
      risk_level: 5,
    };
    if (decided?.stage === 'allowed') await run.executeOnce(key, async () => output);
    // A later step shows what happens after a person approved this one.
    else if (output !== undefined) run.recordContent(name, output, { args });
    results.push({ id, step, tool: name, decision, expected, risk_level, reason });
  }
  await run.close('done');
  return results;
}

/** `sekisho policy replay --profile P`: what a profile would have decided about the calls in the log. */
export async function policyReplayCommand(call: Invocation): Promise<number> {
  const profile = profileOf(call, call.text('profile') ?? 'balanced');
  return compare(call, (record) => record.decision, profile);
}

/** `sekisho policy diff A B`: how two profiles differ on the calls in the log. */
export async function policyDiffCommand(call: Invocation): Promise<number> {
  const [one = '', other = ''] = call.positionals;
  const before = profileOf(call, one);
  return compare(call, ({ data }) => evaluateRecorded(data, before)?.decision, profileOf(call, other));
}

interface Decision {
  readonly decision: string;
  readonly data: Readonly<Record<string, unknown>>;
}

const PAGE = 2_000;

async function compare(
  call: Invocation,
  before: (record: Decision) => string | undefined,
  profile: PolicyProfile,
): Promise<number> {
  return withParts(call, async ({ context }) => {
    const counts = { calls: 0, without_facts: 0, changed: 0 };
    for (let afterSeq = 0; ;) {
      const records = await context.store.queryLogs({ event: 'gate.decision', afterSeq, limit: PAGE });
      for (const record of records) {
        const was = before(record);
        const then = evaluateRecorded(record.data, profile);
        if (was === undefined || then === undefined) {
          counts.without_facts += 1;
          continue;
        }
        counts.calls += 1;
        if (was === then.decision) continue;
        counts.changed += 1;
        const { seq, run_id, data } = record;
        const reason = then.rules.at(0)?.reason[call.language] ?? '';
        const change = { seq, run_id, tool: data['tool'], was, would_be: then.decision, reason };
        call.report(change, both(`${seq}  ${String(data['tool'])}: ${was} → ${then.decision}  ${reason}`));
      }
      afterSeq = records.at(-1)?.seq ?? afterSeq;
      if (records.length < PAGE) break;
    }
    call.report(counts, {
      en: `${counts.changed} of ${counts.calls} decisions differ; ${counts.without_facts} records have no facts.`,
      ja: `${counts.calls} 件中 ${counts.changed} 件の判定が変わります（事実の記録がないもの ${counts.without_facts} 件）。`,
    });
    return counts.changed === 0 ? EXIT.ok : EXIT.found;
  });
}

const both = (text: string) => ({ en: text, ja: text });

/** Returns a profile by its name, or from a JSON file. */
function profileOf(call: Invocation, nameOrFile: string): PolicyProfile {
  return loadProfile(/\.json$/i.test(nameOrFile) ? readJson(call, nameOrFile) : nameOrFile);
}

function readCases(call: Invocation, file: string): TestCase[] {
  const lines = readText(call, file).split('\n');
  return lines.flatMap((line, index) => {
    if (line.trim() === '') return [];
    const where = `${file}, line ${index + 1}`;
    const parsed = caseSchema.safeParse(parseJson(line, where));
    if (parsed.success) return [parsed.data];
    const issue = parsed.error.issues[0];
    throw invalid(
      `${where} is not a test case: "${issue?.path.join('.') ?? ''}": ${issue?.message ?? 'unknown shape'}.`,
    );
  });
}

/** Reads a JSON file. The error names the file. */
export const readJson = (call: Invocation, file: string): unknown => parseJson(readText(call, file), file);

function readText({ host }: Invocation, file: string): string {
  try {
    return readFileSync(resolve(host.cwd, file), 'utf8');
  } catch (cause) {
    throw invalid(`Cannot read ${file}.`, cause);
  }
}

function parseJson(text: string, where: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw invalid(`${where} is not JSON.`, cause);
  }
}

const invalid = (message: string, cause?: unknown) =>
  new SekishoError('AGENTS-E-INPUT-INVALID', message, { cause });
