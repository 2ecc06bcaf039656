import { isRecord } from '../../api/is-record.ts';
import { ARGUMENT_ROLES, EFFECTS } from '../../policies/gate/use-terms.ts';
import type { RunContext } from '../context/use-run-context.ts';
import type { RunDetail } from '../run.ts';
import { PROFILES, toDraft, type DraftTool, type TrialDraft } from './trial-draft.ts';

const MAX_CALLS = 20;
const HAS_RUN: ReadonlySet<string> = new Set(['done', 'failed', 'unknown', 'running']);

/** Copies the task, the calls with their results, and the tools of a run, so that a person can change one of them. */
export function draftOfRun(
  run: Pick<RunDetail, 'user_intent' | 'profile' | 'spans'>,
  context: Pick<RunContext, 'task' | 'entries'>,
): TrialDraft {
  const made = context.entries.filter((entry) => entry.kind === 'call').slice(0, MAX_CALLS);
  const calls = made.map((call) => ({
    tool: call.tool_id,
    arguments: readArguments(call.input),
    result: call.output ?? '',
    injected: '',
    // A call that a person let run must run here too, because later calls use its result.
    if_asked: HAS_RUN.has(call.state) ? ('approve' as const) : ('deny' as const),
  }));
  const tools = [...Map.groupBy(calls, ({ tool }) => tool)].map(([name, same]) =>
    toolOf(name, run.spans, new Set(same.flatMap((call) => Object.keys(call.arguments)))),
  );
  const profile = PROFILES.find((known) => known === run.profile) ?? '';
  return { ...toDraft({ task: context.task ?? run.user_intent ?? '', tools, calls }), profile };
}

/** The tool as the gate saw it: its effect, and the roles of the arguments that control the effect. */
function toolOf(name: string, spans: RunDetail['spans'], names: ReadonlySet<string>): DraftTool {
  const detail = spans.find(({ kind, tool_id: tool }) => kind === 'gate' && tool === name)?.detail ?? {};
  const effect = EFFECTS.find((known) => known === detail['effect']) ?? null;
  const sources: unknown[] = Array.isArray(detail['sources']) ? detail['sources'] : [];
  const roleOf = (argument: string) => {
    const source = sources.find((each) => isRecord(each) && each['path'] === argument);
    return ARGUMENT_ROLES.find((role) => isRecord(source) && role === source['role']) ?? 'content';
  };
  return {
    name,
    effect,
    trusted: false,
    arguments: [...names].map((argument) => ({
      name: argument,
      role: effect === null ? null : roleOf(argument),
    })),
  };
}

function readArguments(input: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(input);
    return isRecord(value) ? value : {};
  } catch {
    return {};
  }
}
