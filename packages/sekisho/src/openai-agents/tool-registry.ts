import type { ToolKind, ToolManifest } from '@sekisho/engine';

/** What the host declared when it created a tool, beyond the data that upstream stores. */
export interface RegisteredTool {
  readonly id: string;
  readonly kind: ToolKind;
  readonly manifest?: ToolManifest | undefined;
  /** Whether the tool's own parser checks the arguments (zod or Standard Schema), so that ours need not. */
  readonly validatesItself?: boolean | undefined;
  /** Set until the current definition of an MCP tool is accepted. */
  readonly acceptance?: 'new' | 'changed' | undefined;
  /** The MCP server of the tool, if a gateway of ours created it. */
  readonly mcp?:
    | { readonly server: string; readonly tool: string; readonly annotations?: unknown }
    | undefined;
}

/**
 * Registers a tool by its `invoke` function. Upstream copies tool objects (namespaces, preparation), but every copy has the
 * same function, and upstream also uses it as a key.
 */
export function registerTool(invoke: unknown, tool: RegisteredTool): void {
  if (typeof invoke === 'function') registry.set(invoke, tool);
}

/** Returns the registration of this `invoke` function, if there is one. */
export function registeredTool(invoke: unknown): RegisteredTool | undefined {
  return typeof invoke === 'function' ? registry.get(invoke) : undefined;
}

const registry = new WeakMap<object, RegisteredTool>();
