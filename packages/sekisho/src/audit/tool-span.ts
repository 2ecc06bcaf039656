import { context, SpanStatusCode, trace, type Span } from '@opentelemetry/api';

/** What a span says about a call. Arguments and results are never in it. */
export interface SpannedCall {
  readonly tool: string;
  readonly kind: string;
  readonly callId: string;
  readonly runId: string;
  /** `run`, or why the body did not run: `deny`, `ask` (a person is asked) or `answer` (the model is told why). */
  readonly decision: string;
}

/**
 * Runs a tool body inside an OpenTelemetry span, named as the conventions for generative AI name it. Without an SDK of
 * the host's this costs next to nothing and goes nowhere.
 */
export async function withToolSpan<T>(call: SpannedCall, body: () => Promise<T>): Promise<T> {
  const span = startSpan(call);
  if (!span.isRecording()) return body();
  try {
    return await context.with(trace.setSpan(context.active(), span), body);
  } catch (cause) {
    span.setStatus({ code: SpanStatusCode.ERROR });
    throw cause;
  } finally {
    span.end();
  }
}

/** Records a call whose body does not run now. A denied one is an error; one that waits for a person is not. */
export function recordToolSpan(call: SpannedCall): void {
  const span = startSpan(call);
  if (call.decision === 'deny') span.setStatus({ code: SpanStatusCode.ERROR, message: 'denied' });
  span.end();
}

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
