import type { PluginDeclaration } from './plugin-declaration.ts';

const ASSET_CHUNK_BYTES = 8192;

/** Yields the lines that register a plugin at a debugging port. The manifest is first, because it resets the rest. */
export function* declarePlugin(declaration: PluginDeclaration, key: string): Generator<string> {
  yield toLine('handshake', { key });
  yield toLine('manifest_declaration', declaration.manifest);
  if (declaration.models.length > 0) yield toLine('model_declaration', declaration.models);
  if (declaration.tools.length > 0) yield toLine('tool_declaration', declaration.tools);
  if (declaration.agentStrategies.length > 0) {
    yield toLine('agent_strategy_declaration', declaration.agentStrategies);
  }
  for (const [filename, bytes] of declaration.assets) {
    const buffer = Buffer.from(bytes);
    let start = 0;
    do {
      const end = Math.min(start + ASSET_CHUNK_BYTES, buffer.length);
      const data = buffer.toString('base64', start, end);
      yield toLine('asset_chunk', { filename, data, end: end === buffer.length });
      start = end;
    } while (start < buffer.length);
  }
  yield toLine('end', {});
}

function toLine(type: string, data: unknown): string {
  return `${JSON.stringify({ type, data })}\n`;
}
