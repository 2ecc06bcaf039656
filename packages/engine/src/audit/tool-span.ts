import { context, SpanStatusCode, trace, type Span } from '@opentelemetry/api';

/** The attributes of a span. Arguments and results are never included. */
export interface SpannedCall {
  readonly tool: string;
  readonly kind: string;
  readonly callId: string;
  readonly runId: string;
  /**
   * `run`, or why the body did not run: `deny`, `ask` (a person decides) or `answer` (the model receives the reason).
   */
  readonly decision: string;
}

/**
 * Runs a tool body in an OpenTelemetry span with the names of the conventions for generative AI. Without an SDK in the
 * host, the overhead is negligible and nothing is exported.
 */
export function withToolSpan<T>(call: SpannedCall, body: () => Promise<T>): Promise<T> {
  const span = startSpan(call);
  return span.isRecording() ? inSpan(span, body) : body();
}

async function inSpan<T>(span: Span, body: () => Promise<T>): Promise<T> {
  try {
    return await context.with(trace.setSpan(context.active(), span), body);
  } catch (cause) {
    span.setStatus({ code: SpanStatusCode.ERROR });
    throw cause;
  } finally {
    span.end();
  }
}

/** Records a call whose body does not run now. A denied call is an error; a call that waits for an approval is not. */
export function recordToolSpan(call: SpannedCall): void {
  const span = startSpan(call);
  if (call.decision === 'deny') span.setStatus({ code: SpanStatusCode.ERROR, message: 'denied' });
  span.end();
}

/** Returns the id of the trace in which this code runs, if the host records traces. */
export const activeTraceId = () => trace.getSpanContext(context.active())?.traceId;

function startSpan(call: SpannedCall): Span {
  const span = trace.getTracer('sekisho').startSpan(`execute_tool ${call.tool}`);
  if (!span.isRecording()) return span;
  return span.setAttributes({
    'gen_ai.operation.name': 'execute_tool',
    'gen_ai.tool.name': call.tool,
    'gen_ai.tool.type': call.kind,
    'gen_ai.tool.call.id': call.callId,
    'gen_ai.conversation.id': call.runId,
    'gen_ai.security.decision.type': call.decision,
  });
}
