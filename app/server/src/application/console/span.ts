/** An interval on the timeline of a run. */
export type Span = {
  id: string;
  parent_id: string | null;
  kind: 'run' | 'turn' | 'model' | 'gate' | 'wait' | 'tool' | 'resume' | 'recovery';
  name: string;
  status: 'ok' | 'running' | 'waiting' | 'denied' | 'failed' | 'unknown' | 'expired';
  started_at: string;
  ended_at: string | null;
  segment: number;
  attempt: number;
  tool_id: string | null;
  approval_id: string | null;
  tokens: { input: number; output: number } | null;
  cost_usd: number | null;
  model: string | null;
  detail: Record<string, unknown>;
  seqs: number[];
};
