import { maskText } from '../audit/mask-text.ts';
import type { ControlRole } from '../wire/tool-manifest.ts';
import { holdsSecret } from './scan-text.ts';

/** Returns a value for display in a reason or a log: short, on one line, and without secrets. */
export function shownValue(text: string, role: ControlRole): string {
  if (role === 'credential' || holdsSecret(text) || maskText(text) !== text) return '***';
  const line = text.replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim();
  return line.length > 80 ? `${line.slice(0, 79)}…` : line;
}
