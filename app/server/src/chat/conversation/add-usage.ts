import type { ResponseUsage } from './ai-conversation-responder.ts';

/** Returns the combined usage of the two model calls of one response. */
export function addUsage(one: ResponseUsage, other: ResponseUsage): ResponseUsage {
  return {
    promptTokens: sum(one.promptTokens, other.promptTokens),
    completionTokens: sum(one.completionTokens, other.completionTokens),
    totalTokens: one.totalTokens + other.totalTokens,
    costUsd: sum(one.costUsd, other.costUsd),
  };
}

function sum(a: number | undefined, b: number | undefined): number | undefined {
  return a === undefined && b === undefined ? undefined : (a ?? 0) + (b ?? 0);
}
