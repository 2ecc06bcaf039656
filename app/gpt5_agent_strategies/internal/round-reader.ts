import type { JsonRecord } from './json-record.ts';
import { readChunk } from './read-chunk.ts';
import { RoundText } from './round-text.ts';
import { ToolCallCollector } from './tool-call-collector.ts';

/** Puts together what the model says in one round. */
export class RoundReader {
  readonly text = new RoundText();
  readonly calls = new ToolCallCollector();
  /** What the round used, as far as the model told. */
  usage: JsonRecord | undefined;

  /** Takes a piece; gives back how its text looks to somebody who may read thoughts. */
  take(piece: unknown): string {
    const chunk = readChunk(piece);
    for (const call of chunk.toolCalls) this.calls.push(call);
    this.usage = chunk.usage ?? this.usage;
    return this.text.push(chunk.text);
  }
}
