import { SekishoError } from '@sekisho/engine';
import type { AnyAgent } from '../openai-agents/upstream.ts';

/** The agents whose runs this process can resume, by name. */
export class AgentRegistry {
  readonly #agents = new Map<string, AnyAgent>();
  readonly #declared: ReadonlySet<string>;

  constructor(agents: readonly AnyAgent[]) {
    for (const agent of agents) {
      if (this.#agents.has(agent.name)) {
        throw new SekishoError(
          'AGENTS-E-RUNNER-CONFIG',
          `Two agents are named "${agent.name}". Give each agent a unique name, because saved runs identify their agent by name.`,
        );
      }
      this.#agents.set(agent.name, agent);
    }
    this.#declared = new Set(this.#agents.keys());
  }

  /** Registers an agent that was run here, so that its runs can be resumed. It does not replace a declared agent. */
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

  /** The number of tools that the known agents list. Tools of MCP servers are not included. */
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
