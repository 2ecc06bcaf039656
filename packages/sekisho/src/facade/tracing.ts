import * as openai from '@openai/agents-openai';
import * as core from '@openai/agents-core';

/**
 * Whether the host asked for traces. Upstream's umbrella package exports them to OpenAI by default; here nothing leaves
 * the process until one of the functions below is called.
 */
export function tracesAreWanted(): boolean {
  return wanted;
}

let wanted = false;

/** Upstream's function; calling it turns traces on. */
export const addTraceProcessor: typeof core.addTraceProcessor = (...args) => {
  wanted = true;
  return core.addTraceProcessor(...args);
};

/** Upstream's function; calling it with a processor turns traces on. */
export const setTraceProcessors: typeof core.setTraceProcessors = (...args) => {
  wanted = args[0].length > 0;
  return core.setTraceProcessors(...args);
};

/** Upstream's function; calling it sends traces to OpenAI. */
export const setDefaultOpenAITracingExporter: typeof openai.setDefaultOpenAITracingExporter = (...args) => {
  wanted = true;
  return openai.setDefaultOpenAITracingExporter(...args);
};
