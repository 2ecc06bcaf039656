import { SekishoError } from '../errors/sekisho-error.ts';
import type { AnyAgent } from '../sdk/upstream.ts';

/** The agents that this process can continue runs of, by name. */
export class AgentRegistry {
  readonly #agents = new Map<string, AnyAgent>();
  readonly #declared: ReadonlySet<string>;

  constructor(agents: readonly AnyAgent[]) {
    for (const agent of agents) {
      if (this.#agents.has(agent.name)) {
        throw new SekishoError(
          'AGENTS-E-RUNNER-CONFIG',
          `Two agents are named "${agent.name}"; a saved run could not tell them apart.`,
        );
      }
      this.#agents.set(agent.name, agent);
    }
    this.#declared = new Set(this.#agents.keys());
  }

  /** An agent that was run here can be resumed here; one that the host declared is not replaced. */
  remember(agent: AnyAgent): void {
    if (this.#declared.has(agent.name)) return;
    this.#agents.delete(agent.name);
    this.#agents.set(agent.name, agent);
    const [oldest] = this.#agents.keys();
    if (
      this.#agents.size > this.#declared.size + MAX_REMEMBERED &&
      oldest !== undefined &&
      !this.#declared.has(oldest)
    ) {
      this.#agents.delete(oldest);
    }
  }

  get(name: string): AnyAgent {
    const agent = this.#agents.get(name);
    if (agent) return agent;
    throw new SekishoError(
      'AGENTS-E-RUNNER-CONFIG',
      `The run belongs to agent "${name}", which this process does not know. Pass it to createRunner({ agents: [...] }).`,
    );
  }

  /** How many tools the known agents list themselves; tools of MCP servers are not counted before they are listed. */
  get toolCount(): number {
    return [...this.#agents.values()].reduce((count, { tools }) => count + tools.length, 0);
  }

  get all(): AnyAgent[] {
    return [...this.#agents.values()];
  }

  get names(): string[] {
    return [...this.#agents.keys()];
  }
}

const MAX_REMEMBERED = 1000;
