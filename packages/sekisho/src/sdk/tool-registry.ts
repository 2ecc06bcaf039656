import type { ToolManifest } from '../contracts/tool-manifest.ts';
import type { ToolKind } from '../contracts/tool-call-request.ts';

/** What the host said about a tool when it made it, beyond what upstream keeps. */
export interface RegisteredTool {
  readonly id: string;
  readonly kind: ToolKind;
  readonly manifest?: ToolManifest | undefined;
  /** Its own parser checks the arguments (zod or Standard Schema), so ours need not. */
  readonly validatesItself?: boolean | undefined;
  /** Set while nobody has accepted the definition of an MCP tool as it is now. */
  readonly acceptance?: 'new' | 'changed' | undefined;
  /** The MCP server that the tool belongs to, if a gateway of ours made it. */
  readonly mcp?:
    | { readonly server: string; readonly tool: string; readonly annotations?: unknown }
    | undefined;
}

/**
 * Remembers a tool by its `invoke` function: upstream copies tool objects (namespaces, preparation),
 * but every copy keeps that function, and upstream keys its own bindings by it too.
 */
export function registerTool(invoke: unknown, tool: RegisteredTool): void {
  if (typeof invoke === 'function') registry.set(invoke, tool);
}

/** What was registered for this `invoke` function, if anything. */
export function registeredTool(invoke: unknown): RegisteredTool | undefined {
  return typeof invoke === 'function' ? registry.get(invoke) : undefined;
}

const registry = new WeakMap<object, RegisteredTool>();
