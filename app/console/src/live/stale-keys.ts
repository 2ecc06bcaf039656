import type { AuditNews } from './audit-news.ts';

/** Names the cached answers that a piece of news makes stale. Lists that change row by row look after themselves. */
export function staleKeys({ event, run_id }: AuditNews): readonly (readonly string[])[] {
  const stale = STALE.find(([noun]) => event.startsWith(`${noun}.`))?.[1] ?? [];
  return stale.map((key) => key.map((part) => (part === RUN ? run_id : part)));
}

const RUN = '{run}';

const STALE: readonly (readonly [noun: string, keys: readonly (readonly string[])[]])[] = [
  ['approval', [['approvals', 'counts'], ['approvals', 'detail'], ['run', RUN], ['runs']]],
  ['grant', [['grants'], ['run', RUN]]],
  ['run', [['run', RUN], ['runs'], ['grants'], ['status']]],
  ['policy', [['policies'], ['status']]],
  ['audit', [['audit', 'checkpoints']]],
  ['gate', [['run', RUN]]],
  ['tool', [['run', RUN]]],
];
