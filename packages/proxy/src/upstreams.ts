import {
  SekishoError,
  type McpGateway,
  type McpServerConfig,
  type OfferedMcpTool,
  type ToolDescription,
} from '@sekisho/engine';
import { digestOf, propertyOf } from '@sekisho/engine/integration';
import type {
  ClientCapabilities,
  InputRequest,
  InputResponse,
  ServerCapabilities,
} from '@modelcontextprotocol/server';
import { z } from 'zod';

/** A tool of an upstream server under the name that clients see. */
export interface ProxiedTool {
  readonly name: string;
  readonly offered: OfferedMcpTool;
  readonly description: ToolDescription;
}

/** Receives the events of the upstream servers. */
export interface UpstreamEvents {
  /** The requests to which `reply` replies. */
  readonly capabilities: Pick<ClientCapabilities, 'elicitation' | 'roots' | 'sampling'>;
  /** A server requests something from the client. There is a reply only while a client has an open call to that server. */
  reply(serverId: string, request: InputRequest): Promise<InputResponse>;
  notified(serverId: string, method: string, params: Readonly<Record<string, unknown>>): void;
}

const MAX_PAGES = 50;

const pageSchema = z.looseObject({ nextCursor: z.string().optional() });

/** The servers behind the proxy: their tools under unique names, and the rest of their protocol. */
export class Upstreams {
  readonly #gateway: McpGateway;
  readonly #profile: string;
  readonly #prefix: boolean;
  /** The servers that listed a resource or a template, by its URI. */
  readonly owners = new Map<string, string>();
  readonly #described = new Map<string, ToolDescription>();
  #tools: Promise<ReadonlyMap<string, ProxiedTool>> | undefined;

  constructor(gateway: McpGateway, options: { readonly profile: string; readonly prefix: boolean }) {
    this.#gateway = gateway;
    this.#profile = options.profile;
    this.#prefix = options.prefix;
  }

  get serverIds(): readonly string[] {
    return this.#gateway.serverIds;
  }

  /** Connects to all servers. Fails if one of them cannot be reached. */
  async connect(servers: readonly McpServerConfig[], events: UpstreamEvents): Promise<void> {
    await Promise.all(
      servers.map((server) =>
        this.#gateway.register(server, {
          relay: {
            capabilities: events.capabilities,
            reply: (request) => events.reply(server.server_id, request),
          },
          notified: (method, params) => {
            if (method === 'notifications/tools/list_changed') this.#expire(server.server_id);
            events.notified(server.server_id, method, params);
          },
        }),
      ),
    );
  }

  /** Returns the tools of all servers by the name that clients see. */
  tools(): Promise<ReadonlyMap<string, ProxiedTool>> {
    this.#tools ??= this.#list().catch((error: unknown) => {
      this.#tools = undefined;
      throw error;
    });
    return this.#tools;
  }

  /** Lists the tools again. */
  refresh(): Promise<ReadonlyMap<string, ProxiedTool>> {
    this.#tools = undefined;
    return this.tools();
  }

  /** Returns what the servers offer, merged: a capability exists if one server has it. */
  async capabilities(): Promise<ServerCapabilities> {
    const peers = await Promise.all(this.serverIds.map((id) => this.#gateway.peer(id)));
    const has = (name: string) => peers.some(({ capabilities }) => name in capabilities);
    const can = (name: string, flag: string) =>
      peers.some(({ capabilities }) => propertyOf(capabilities[name], flag) === true);
    return {
      tools: { listChanged: can('tools', 'listChanged') },
      ...(has('resources') && {
        resources: { listChanged: can('resources', 'listChanged'), subscribe: can('resources', 'subscribe') },
      }),
      ...(has('prompts') && { prompts: { listChanged: can('prompts', 'listChanged') } }),
      ...(has('completions') && { completions: {} }),
      ...(has('logging') && { logging: {} }),
    };
  }

  /** Returns the instructions of the servers as one text. */
  async instructions(): Promise<string | undefined> {
    const texts = await Promise.all(
      this.serverIds.map(async (id) => (await this.#gateway.peer(id)).instructions),
    );
    const known = texts.filter((text) => text !== undefined && text !== '');
    return known.length === 0 ? undefined : known.join('\n\n');
  }

  peer(serverId: string): ReturnType<McpGateway['peer']> {
    return this.#gateway.peer(serverId);
  }

  /** Returns all items of a paged list, of every server that has the capability, each with its server. */
  async listAll(
    capability: 'resources' | 'prompts',
    method: string,
    field: string,
    signal: AbortSignal,
  ): Promise<{ readonly serverId: string; readonly item: Readonly<Record<string, unknown>> }[]> {
    const items: { serverId: string; item: Readonly<Record<string, unknown>> }[] = [];
    for (const serverId of this.serverIds) {
      const { capabilities, request } = await this.#gateway.peer(serverId);
      if (!(capability in capabilities)) continue;
      const seen = new Set<string>();
      for (let cursor: string | undefined, page = 0; page < MAX_PAGES; page += 1) {
        const result = pageSchema.parse(
          await request(method, cursor === undefined ? {} : { cursor }, { signal }),
        );
        for (const item of itemsSchema.parse(result[field] ?? [])) items.push({ serverId, item });
        cursor = result.nextCursor;
        if (cursor === undefined || seen.has(cursor)) break;
        seen.add(cursor);
      }
    }
    return items;
  }

  /** Returns the name under which clients see a tool or a prompt of a server. */
  nameOf(serverId: string, name: string): string {
    return this.#prefix ? `${serverId}__${name}` : name;
  }

  /** Returns the server and the own name of something that clients name. */
  resolveName(name: string): { readonly serverId: string; readonly name: string } | undefined {
    if (!this.#prefix) {
      const [serverId] = this.serverIds;
      return serverId === undefined ? undefined : { serverId, name };
    }
    const serverId = this.serverIds.find((id) => name.startsWith(`${id}__`));
    return serverId === undefined ? undefined : { serverId, name: name.slice(serverId.length + 2) };
  }

  #expire(serverId: string): void {
    this.#gateway.expireList(serverId);
    this.#tools = undefined;
  }

  async #list(): Promise<ReadonlyMap<string, ProxiedTool>> {
    const tools = new Map<string, ProxiedTool>();
    for (const serverId of this.serverIds) {
      if (!('tools' in (await this.#gateway.peer(serverId)).capabilities)) continue;
      for (const offered of await this.#gateway.offeredTools(serverId, { profile: this.#profile })) {
        const { capability } = offered;
        const name = this.#prefix ? capability.wire_name : capability.name;
        if (tools.has(name))
          throw new SekishoError(
            'AGENTS-E-MCP-SCHEMA',
            `Two tools have the name "${name}". Set "prefix": true in the configuration of the proxy.`,
          );
        tools.set(name, { name, offered, description: this.#describe(offered) });
      }
    }
    return tools;
  }

  /** Describes a tool for the gate. The same definition has the same object, because manifests are cached by it. */
  #describe({ capability, definition, manifest, annotations }: OfferedMcpTool): ToolDescription {
    const { tool_id: id, server_id, name, description, schema: parameters, state } = capability;
    const known = { id, kind: 'mcp', name, description, parameters, annotations, server_id } as const;
    const definition_digest = digestOf({ ...known, title: definition.title });
    const key = `${id} ${state} ${definition_digest}`;
    const described = this.#described.get(key) ?? {
      ...known,
      ...(manifest && { manifest }),
      ...(state === 'new' || state === 'changed' ? { acceptance: state } : {}),
      definition_digest,
    };
    this.#described.set(key, described);
    return described;
  }
}

const itemsSchema = z.array(z.looseObject({}));
