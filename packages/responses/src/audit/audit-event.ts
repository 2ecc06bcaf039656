/** The facts of a call that may be logged: sizes, names and codes, never contents. */
export type AuditFacts = {
  model: string;
  response_model?: string;
  request_id?: string;
  response_format?: string;
  stream?: boolean;
  tool_count?: number;
  input_message_count?: number;
  status_code?: number;
  code?: string;
  param?: string;
  error_type?: string;
  base_url_host?: string;
  use_custom_base_url?: boolean;
  duration_ms?: number;
};

/** The three events that are logged for a call. */
export type AuditEventName = 'responses_api_request' | 'responses_api_success' | 'responses_api_error';

/** One line of the audit log. */
export type AuditEvent = { event: AuditEventName } & AuditFacts;
