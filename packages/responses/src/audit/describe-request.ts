import type { ResponseCreateParamsBase } from 'openai/resources/responses/responses';
import type { AuditFacts } from './audit-event.ts';

const OPENAI_HOST = 'api.openai.com';

/** Returns counts and names of a request for the audit log, without contents. */
export function describeRequest(params: ResponseCreateParamsBase, baseUrl: string | undefined): AuditFacts {
  const host = baseUrl === undefined ? OPENAI_HOST : (URL.parse(baseUrl)?.host ?? 'unknown');
  return {
    model: params.model ?? 'unknown',
    response_format: params.text?.format?.type ?? 'text',
    stream: params.stream === true,
    tool_count: params.tools?.length ?? 0,
    input_message_count: Array.isArray(params.input) ? params.input.length : 1,
    base_url_host: host,
    use_custom_base_url: host !== OPENAI_HOST,
  };
}
