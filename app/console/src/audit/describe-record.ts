import { describeEffect } from '../approvals/effect/describe-effect.ts';
import type { Language } from '../i18n/language.ts';
import type { AuditRecord } from './audit-record.ts';
import { decisionLabel } from './decision-label.ts';
import { eventLabel } from './event-label.ts';
import type { AuditTranslate } from './use-audit-texts.ts';

/** One record in words. */
export interface RecordWords {
  /** The person, otherwise the agent, otherwise the program that keeps the log. */
  readonly who: string;
  /** The event, or the kind of an administrative change. */
  readonly label: string;
  /** The effect of the call with its target, or the changed thing. */
  readonly what: string;
  /** The decision, or how the call ended. */
  readonly result: string;
  /** What a person wrote. */
  readonly reason: string;
}

/** Describes a record in one line: who did what to which target, and how it ended. */
export function describeRecord(record: AuditRecord, t: AuditTranslate, language: Language): RecordWords {
  const { decision, event } = record;
  const { who, agent, result, reason } = record.about ?? NOTHING;
  const isAboutPerson = who !== null;
  const isChange = event === 'policy.changed';
  return {
    who: who ?? agent ?? SYSTEM,
    label: isChange ? begin(decisionLabel(decision, t)) : eventLabel(event, t),
    what: describeTarget(record, t, language),
    result: isChange
      ? ''
      : isAboutPerson && result !== null && event.startsWith('approval.')
        ? t(`result.${result}`)
        : decisionLabel(decision, t),
    reason: isAboutPerson || event.startsWith('run.') ? (reason ?? '') : '',
  };
}

function describeTarget({ about, event, data }: AuditRecord, t: AuditTranslate, language: Language): string {
  const { who, agent, tool, effect, target } = about ?? NOTHING;
  if (event.startsWith('stop.')) return agent ?? tool ?? t('target.all');
  if (tool === null) {
    const version = textOf(data['version']);
    const changed = [target, version && `v${version}`].filter((part) => part !== '' && part !== null);
    return changed.length === 0 && who !== null ? (agent ?? '') : changed.join(' ');
  }
  const source = { kind: 'call', effect: effect ?? '', tool_id: tool, destination: target, edit: null };
  return describeEffect(source, language, MAX_TARGET_LENGTH);
}

const textOf = (value: unknown) =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';
const begin = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
const SYSTEM = 'Sekisho';
const MAX_TARGET_LENGTH = 80;
const NOTHING = {
  who: null,
  agent: null,
  tool: null,
  effect: null,
  target: null,
  result: null,
  reason: null,
};
