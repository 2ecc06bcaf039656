import { context, SpanStatusCode, trace } from '@opentelemetry/api';

/** What a span says about a call. Arguments and results are never in it. */
export interface SpannedCall {
  readonly tool: string;
  readonly kind: string;
  readonly callId: string;
  readonly runId: string;
  readonly decision: string;
}

/**
 * Runs a tool body inside an OpenTelemetry span, named as the conventions for generative AI name it. Without an SDK of
 * the host's this costs next to nothing and goes nowhere.
 */
export async function withToolSpan<T>(call: SpannedCall, body: () => Promise<T>): Promise<T> {
  const span = trace.getTracer('sekisho').startSpan(`execute_tool ${call.tool}`);
  if (!span.isRecording()) return body();
  span.setAttributes({
    'gen_ai.operation.name': 'execute_tool',
    'gen_ai.tool.name': call.tool,
    'gen_ai.tool.type': call.kind,
    'gen_ai.tool.call.id': call.callId,
    'gen_ai.conversation.id': call.runId,
    'gen_ai.security.decision.type': call.decision,
  });
  try {
    return await context.with(trace.setSpan(context.active(), span), body);
  } catch (cause) {
    span.setStatus({ code: SpanStatusCode.ERROR });
    throw cause;
  } finally {
    span.end();
  }
}
