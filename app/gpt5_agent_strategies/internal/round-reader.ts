import type { JsonRecord } from './json-record.ts';
import { readChunk } from './read-chunk.ts';
import { RoundText } from './round-text.ts';
import { ToolCallCollector } from './tool-call-collector.ts';

/** Assembles the model's response of one round. */
export class RoundReader {
  readonly text = new RoundText();
  readonly calls = new ToolCallCollector();
  /** The usage that the model reported, if any. */
  usage: JsonRecord | undefined;

  /** Accepts a chunk. Returns its text with reasoning in well-formed blocks. */
  take(piece: unknown): string {
    const chunk = readChunk(piece);
    for (const call of chunk.toolCalls) this.calls.push(call);
    this.usage = chunk.usage ?? this.usage;
    return this.text.push(chunk.text);
  }
}
