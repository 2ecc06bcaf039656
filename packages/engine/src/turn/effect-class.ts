import type { ToolDescription } from '../wire/tool-call-request.ts';
import { onlyReads } from '../wire/tool-manifest.ts';
import type { EffectClass } from '../store/run-record.ts';

/**
 * Returns the consequence of a repeated execution after a crash. Only a declaration of the owner makes a tool repeatable;
 * a manifest inferred from a name or from a server's annotation does not.
 */
export function effectClass(tool: ToolDescription): EffectClass {
  const { manifest } = tool;
  if (!manifest || (manifest.origin !== 'declared' && !manifest.confirmed)) return 'destructive';
  if (onlyReads(manifest)) return 'read';
  return manifest.idempotent ? 'idempotent' : 'destructive';
}

/** Returns whether the tool is a declared read without sensitive data, which may run again after a crash. */
export function isRepeatable(tool: ToolDescription): boolean {
  return effectClass(tool) === 'read' && tool.manifest?.sensitive !== true;
}

/** Returns whether a tool has an effect itself. Handoffs and sub-agents have none; their calls are recorded separately. */
export function hasEffect({ kind, delegates }: Pick<ToolDescription, 'kind' | 'delegates'>): boolean {
  return kind !== 'handoff' && delegates !== true;
}

/** Returns whether the owner of a tool declared that its results are trusted. */
export function isTrustedSource({ manifest }: Pick<ToolDescription, 'manifest'>): boolean {
  return manifest?.trusted_source === true && manifest.origin !== 'guess';
}
