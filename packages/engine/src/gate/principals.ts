import type { Principal } from '../wire/principal.ts';
import { SekishoError } from '../errors/sekisho-error.ts';
import { PRINCIPALS, strictestPrincipal } from '../wire/principal.ts';

/** The host's declarations about the users of its agents. */
export interface PrincipalOptions {
  readonly user?: Principal | undefined;
  readonly agentUsers?: Readonly<Record<string, Principal>> | undefined;
}

/** Determines the principal of an agent: the strictest declaration of the runner, the agent and the run. */
export class Principals {
  readonly #user: Principal | undefined;
  readonly #agents: ReadonlyMap<string, Principal>;

  constructor({ user, agentUsers = {} }: PrincipalOptions) {
    for (const [name, value] of [['user', user], ...Object.entries(agentUsers)]) check(name ?? '', value);
    this.#user = user;
    this.#agents = new Map(Object.entries(agentUsers));
  }

  /** `more` contains the declaration or earlier value of the run. It can only make the result stricter. */
  of(agentName: string | undefined, ...more: readonly (Principal | undefined)[]): Principal {
    return strictestPrincipal(this.#user, this.#agents.get(agentName ?? ''), ...more);
  }

  isDeclaredFor(agentName: string): boolean {
    return this.#user !== undefined || this.#agents.has(agentName);
  }
}

function check(name: string, value: string | undefined): void {
  if (value === undefined || PRINCIPALS.some((each) => each === value)) return;
  throw new SekishoError(
    'AGENTS-E-RUNNER-CONFIG',
    `createRunner() received the user "${value}" (${name === 'user' ? 'user' : `agentUsers.${name}`}). Use "owner" or "customer".`,
  );
}
