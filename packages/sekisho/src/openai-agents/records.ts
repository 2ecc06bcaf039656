import type { ToolDescription, ToolKind, ToolManifest } from '@sekisho/engine';
import type { HostPolicy } from '@sekisho/engine/integration';
import type { GatedCall, ListedTool, RunScope } from './run-scope.ts';
import type { AnyFunctionTool, Tool } from './upstream.ts';

/** The origin of an MCP tool, which upstream's list of tools does not contain. */
interface McpOrigin {
  readonly server: string;
  readonly tool: string;
  readonly annotations?: unknown;
}

/** What the host declared when it created a tool, beyond the data that upstream stores. */
export interface RegisteredTool {
  readonly id: string;
  readonly kind: ToolKind;
  readonly manifest?: ToolManifest | undefined;
  /** Set until the current definition of an MCP tool is accepted. */
  readonly acceptance?: 'new' | 'changed' | undefined;
  /** The MCP server of the tool, if a gateway of ours created it. */
  readonly mcp?: McpOrigin | undefined;
}

/** The gate of one tool object. */
export interface ToolGate {
  /** Returns whether the object still has the gated executor. */
  readonly isIntact: () => boolean;
  /**
   * Authorizes the next call of the executor. Upstream calls it in the same synchronous step in which it announces the
   * start of the tool, so the authorization ends in the next microtask.
   */
  readonly arm: (scope: RunScope, call: GatedCall) => void;
  /** Returns the host's own policy, if the tool was gated in place. */
  readonly policy?: () => AnyFunctionTool['needsApproval'];
}

/** What the patches know about one tool or handoff: the host's object or its gated copy. */
export interface ToolRecord {
  /** The host's object, if this one is a gated copy. */
  original?: object;
  origin?: McpOrigin;
  description?: ToolDescription;
  hostPolicy?: HostPolicy;
  gate?: ToolGate;
  /** The gated copy, with the properties and the origin of the tool for which it is valid. */
  copy?: ToolCopy;
}

interface ToolCopy {
  readonly tool: Tool;
  readonly keys: readonly PropertyKey[];
  /** The number of the enumerable keys. */
  readonly size: number;
  readonly values: readonly unknown[];
  readonly origin: McpOrigin | undefined;
}

/** What the patches know about one agent. */
export interface AgentRecord {
  /** The properties that are gated. */
  readonly gated: Set<string>;
  /** The tools that searches added. Upstream adds them after the list that passes the patch. */
  readonly found: AnyFunctionTool[];
  /** The last list of tools, which is used again while the host changes neither the list nor a tool. */
  exposed?: ExposedTools;
}

/** The tools of an agent as the host listed them, with their gated copies and descriptions. */
export interface ExposedTools {
  readonly tools: readonly Tool[];
  readonly gated: readonly Tool[];
  readonly shown: ReadonlyMap<string, ListedTool>;
  readonly providerTools: ReadonlySet<string>;
  readonly descriptions: readonly ToolDescription[];
}

/** What the patches know about one run state. */
export interface StateRecord {
  /** The gated run of a live state. */
  owner?: StateOwner;
  /** The claims of a state that was read from text. */
  claim?: StateClaim;
  /** The calls that the host approved for the rest of the run. */
  sticky?: Set<string>;
}

/** The gated run that a run state belongs to. */
interface StateOwner {
  readonly runId: string;
  readonly segment: number;
  /** Creates the seal of a serialized state. */
  readonly seal: (digest: string) => string;
}

/** The claims of a state that was read from text. They are not trusted before the seal is verified. */
export interface StateClaim {
  readonly runId: string;
  readonly segment: number;
  readonly digest: string;
  readonly seal: string;
}

/** Returns the record of an object. The record exists as long as the object. */
export const toolRecord = createRecords<ToolRecord>(() => ({}));
export const agentRecord = createRecords<AgentRecord>(() => ({ gated: new Set(), found: [] }));
export const stateRecord = createRecords<StateRecord>(() => ({}));

function createRecords<T>(create: () => T) {
  const records = new WeakMap<object, T>();
  return (object: object): T => {
    const known = records.get(object);
    if (known) return known;
    const record = create();
    records.set(object, record);
    return record;
  };
}

/** Returns the host's object of a gated copy, or the value itself for anything else. */
export function originalOf<T>(tool: T): T;
export function originalOf(tool: unknown): unknown {
  return typeof tool === 'object' && tool !== null ? (toolRecord(tool).original ?? tool) : tool;
}

/** Returns the gated copy of a tool, which is valid until the host changes the tool. `make` makes a new copy with its gate. */
export function gatedCopy(tool: Tool, make: () => { readonly copy: Tool; readonly gate: ToolGate }): Tool {
  const record = toolRecord(tool);
  const known = validCopy(tool, record);
  if (known) return known;
  const { copy, gate } = make();
  Object.assign(toolRecord(copy), { original: tool, gate });
  const keys = Reflect.ownKeys(tool);
  const values: unknown[] = [];
  for (const key of keys) values.push(Reflect.get(tool, key));
  record.copy = { tool: copy, keys, size: Object.keys(tool).length, values, origin: record.origin };
  return copy;
}

/** Returns the gated copy of a tool if the host has not changed the tool since it was made. */
export function validCopy(tool: Tool, { copy, origin } = toolRecord(tool)): Tool | undefined {
  if (!copy || copy.origin !== origin) return undefined;
  // Upstream adds no hidden properties to a tool, so counting the others finds a new one. Listing all keys is slow.
  if (Object.keys(tool).length !== copy.size) return undefined;
  const { keys, values } = copy;
  for (let index = 0; index < keys.length; index += 1)
    if (!Object.is(Reflect.get(tool, keys[index] ?? ''), values[index])) return undefined;
  return copy.tool;
}

/**
 * Registers a tool by its `invoke` function. Upstream copies tool objects (namespaces, preparation), but every copy has the
 * same function, and upstream also uses it as a key.
 */
export function registerTool(invoke: unknown, tool: RegisteredTool): void {
  if (typeof invoke === 'function') registrations.set(invoke, tool);
}

/** Returns the registration of this `invoke` function, if there is one. */
export function registeredTool(invoke: unknown): RegisteredTool | undefined {
  return typeof invoke === 'function' ? registrations.get(invoke) : undefined;
}

const registrations = new WeakMap<object, RegisteredTool>();
