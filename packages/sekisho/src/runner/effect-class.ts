import type { EffectClass } from '../contracts/run-record.ts';
import type { ToolDescription } from '../contracts/tool-call-request.ts';

/**
 * What a repeated execution after a crash would do. Only an owner's word makes a tool repeatable; a guess from a name or
 * a foreign server's annotation does not.
 */
export function effectClass(tool: ToolDescription): EffectClass {
  const { manifest } = tool;
  if (!manifest || (manifest.origin !== 'declared' && !manifest.confirmed)) return 'destructive';
  if (manifest.effect === 'read') return 'read';
  return manifest.idempotent ? 'idempotent' : 'destructive';
}

/** A read that its owner declared and that touches nothing secret: doing it again after a crash is no event of its own. */
export function isRepeatable(tool: ToolDescription): boolean {
  return effectClass(tool) === 'read' && tool.manifest?.sensitive !== true;
}

/** Transfers and sub-agents change nothing themselves; what they call is recorded on its own. */
export function hasEffect({ kind, delegates }: Pick<ToolDescription, 'kind' | 'delegates'>): boolean {
  return kind !== 'handoff' && delegates !== true;
}
