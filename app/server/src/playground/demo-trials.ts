import type { ExampleTrial, TrialTool } from '../runs/trial.ts';
import { DEMO_MANIFESTS } from './demo-agents.ts';
import { DEMO_SCENARIOS, type ScriptedCall } from './demo-scenarios.ts';
import { CLEAN_RESULTS, INJECTED } from './demo-world.ts';

/** The scenarios as trials, with the injected text apart from the results. */
export const DEMO_TRIALS: readonly ExampleTrial[] = DEMO_SCENARIOS.map(({ id, kind, title, task, turns }) => {
  const calls = turns.flat();
  const byTool = new Map(calls.map((call) => [call.tool, call]));
  return { id, kind, title, task, tools: [...byTool.values()].map(toTool), calls: calls.map(toCall) };
});

function toTool({ tool, args }: ScriptedCall): TrialTool {
  const manifest = DEMO_MANIFESTS[tool];
  return {
    name: tool,
    effect: manifest?.effect ?? null,
    trusted: false,
    arguments: Object.keys(args).map((name) => ({ name, role: manifest?.arguments?.[name] ?? null })),
  };
}

function toCall({ tool, args }: ScriptedCall) {
  const result = CLEAN_RESULTS[tool]?.(args);
  const injected = Object.values(args).flatMap((value) => INJECTED[String(value)] ?? [])[0] ?? '';
  return {
    tool,
    arguments: { ...args },
    result: typeof result === 'string' ? result : JSON.stringify(result, null, 2),
    injected: DEMO_MANIFESTS[tool]?.effect === 'read' ? injected : '',
    if_asked: 'deny' as const,
  };
}
