import { performance } from 'node:perf_hooks';
import type { PolicyProfile } from '../../packages/engine/src/policy/policy-profile.ts';
import { judgeCall } from '../../packages/engine/src/gate/judge-call.ts';
import { ManifestRegistry } from '../../packages/engine/src/gate/manifest/manifest-registry.ts';
import { RunHistory } from '../../packages/engine/src/gate/provenance/run-history.ts';
import type { EvaluationSet } from './evaluation-set.ts';

/** How long one decision takes. */
export interface DecisionTime {
  readonly history_results: number;
  readonly decisions: number;
  readonly p50_micros: number;
  readonly p95_micros: number;
}

const HISTORY_RESULTS = 200;
/** Results of the set are short, so that several of them form one result of the history. */
const OUTPUTS_PER_RESULT = 10;
const MEASURED_TRACES = 60;
const WARM_UP_TRACES = 20;

/** Measures decisions in runs that have already received 200 results. */
export function measureDecisions(set: EvaluationSet, profile: PolicyProfile): DecisionTime {
  const traces = set.traces.filter(({ part }) => part === 'development').map(({ recorded }) => recorded);
  const outputs = traces.flatMap(({ steps }) => steps.map((step) => step.output));
  const manifests = new ManifestRegistry();
  const micros: number[] = [];
  for (const [index, trace] of traces.slice(0, WARM_UP_TRACES + MEASURED_TRACES).entries()) {
    const history = new RunHistory({ manifests });
    history.addUserText(trace.user_instruction);
    for (let result = 0; result < HISTORY_RESULTS; result += 1) {
      const from = (index + result * OUTPUTS_PER_RESULT) % outputs.length;
      const output = outputs.slice(from, from + OUTPUTS_PER_RESULT);
      history.addToolResult({ toolId: 'history', args: {}, output, trusted: false });
    }
    for (const step of trace.steps) {
      const definition = trace.tools?.find(({ name }) => name === step.tool) ?? { name: step.tool };
      const tool = { ...definition, manifest: undefined, id: `${trace.id}/${step.tool}` };
      const counters = { writes: 0, spend: 0, consecutive_refusals: 0 };
      // The first decision about a tool includes the inference of its manifest, which a run does once.
      manifests.lookUp(tool);
      const started = performance.now();
      judgeCall({ tool, args: step.args, history, profile, counters });
      if (index >= WARM_UP_TRACES) micros.push((performance.now() - started) * 1_000);
    }
  }
  const sorted = micros.toSorted((left, right) => left - right);
  return {
    history_results: HISTORY_RESULTS,
    decisions: sorted.length,
    p50_micros: Math.round(sorted[Math.floor(sorted.length * 0.5)] ?? 0),
    p95_micros: Math.round(sorted[Math.floor(sorted.length * 0.95)] ?? 0),
  };
}
