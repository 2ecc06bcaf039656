import type { AuditEvent, AuditEventName, AuditFacts } from './audit-event.ts';

/** Logs one event of a call. */
export type AuditLog = (name: AuditEventName, facts: AuditFacts) => void;

/** Returns true only for the value "true" of OPENAI_GPT5_AUDIT_LOG. */
export function isAuditEnabled(value: string | undefined): boolean {
  return value?.trim().toLowerCase() === 'true';
}

/** Creates an audit log that writes only the listed facts. When it is disabled it does nothing. */
export function createAuditLog(options: { enabled: boolean; write: (event: AuditEvent) => void }): AuditLog {
  if (!options.enabled) return () => undefined;
  return (name, facts) => options.write({ event: name, ...pickFacts(facts) });
}

// Fields are filtered at run time too, because a caller that passes a whole request must not leak its prompt.
function pickFacts(facts: AuditFacts): AuditFacts {
  return {
    model: clean(facts.model) ?? 'unknown',
    ...text('response_model', facts.response_model),
    ...text('request_id', facts.request_id),
    ...text('response_format', facts.response_format),
    ...(typeof facts.stream === 'boolean' ? { stream: facts.stream } : {}),
    ...number('tool_count', facts.tool_count),
    ...number('input_message_count', facts.input_message_count),
    ...number('status_code', facts.status_code),
    ...text('code', facts.code),
    ...text('param', facts.param),
    ...text('error_type', facts.error_type),
    ...text('base_url_host', facts.base_url_host),
    ...(typeof facts.use_custom_base_url === 'boolean'
      ? { use_custom_base_url: facts.use_custom_base_url }
      : {}),
    ...number('duration_ms', facts.duration_ms),
  };
}

function text(name: keyof AuditFacts, value: unknown) {
  const cleaned = clean(value);
  return cleaned === undefined ? {} : { [name]: cleaned };
}

function number(name: keyof AuditFacts, value: unknown) {
  return typeof value === 'number' && Number.isFinite(value) ? { [name]: value } : {};
}

// Codes, ids and hosts are short and contain no spaces. Other text may be a prompt or a key.
function clean(value: unknown): string | undefined {
  if (typeof value !== 'string' || value === '') return undefined;
  return /^[\w.:[\]-]{1,128}$/.test(value) && !/^(?:sk|sess)-/.test(value) ? value : '[redacted]';
}
