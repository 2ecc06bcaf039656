import {
  examine,
  measureQueue,
  processChecks,
  queueChecks,
  readEnv,
  storeChecks,
  type DoctorReport,
  type QueueDepth,
} from '@sekisho/engine/integration';
import { providerNameSchema, type ProviderName } from '../providers/provider-types.ts';
import {
  mcpChecks,
  platformChecks,
  principalChecks,
  providerChecks,
} from '../diagnostics/platform-checks.ts';
import type { AgentRunner } from '../runner/agent-runner.ts';
import { hasBothBuilds } from '../openai-agents/patches.ts';
import { nameOfCopy, otherInstalledCopies, ownCopy } from '../openai-agents/other-copies.ts';
import { diagnoseProvider } from '../providers/diagnose-provider.ts';
import { providerOfModel, readProviderName, type ModelOrigin } from '../providers/get-provider.ts';
import { defaultRunner } from './default-runner.ts';
import { listProviders } from './providers.ts';

/** A summary of the state of a runner. */
export interface Status {
  /** The kind of provider that AGENTS_MODEL_PROVIDER chooses, which is `openai` when it is not set. */
  readonly provider: ProviderName | 'unknown';
  readonly policy: string;
  readonly agents: readonly string[];
  /** The origin of the model of each agent. */
  readonly agent_providers: Readonly<Record<string, ModelOrigin>>;
  readonly registered_tools: number;
  readonly store: 'memory' | 'durable';
  readonly pending_approvals: number;
  readonly audit_records: number;
  readonly queue: QueueDepth;
}

/** Returns the provider, policy, agents, tools, pending approvals and queue of a runner. */
export async function status(runner: AgentRunner = defaultRunner()): Promise<Status> {
  const { store, clock, policy, agents, models, toolsSeen } = runner.inspect();
  const [{ rows }, last, queue] = await Promise.all([
    store.listApprovals({ status: 'pending', limit: 500 }),
    store.lastLog(),
    measureQueue(store, clock()),
  ]);
  const origins = [...models()].map(([agent, model]) => [agent, providerOfModel(model)] as const);
  return {
    provider: chosenProvider(),
    policy,
    agents,
    agent_providers: Object.fromEntries(origins),
    registered_tools: toolsSeen,
    store: store.durable ? 'durable' : 'memory',
    pending_approvals: rows.length,
    audit_records: last?.seq ?? 0,
    queue,
  };
}

/** Checks the platform, keys, store, queue, providers and MCP servers, and reports each problem with a remedy. */
export function doctor(runner: AgentRunner = defaultRunner()): Promise<DoctorReport> {
  const { store, clock, spooled, mark, keyFile, allowsAll, undeclaredUsers, mcp } = runner.inspect();
  return examine({
    ...processChecks(keyFile),
    ...platformChecks({
      hasBothBuilds: hasBothBuilds(),
      ownCopy: () => nameOfCopy(ownCopy()),
      otherCopies: () => otherInstalledCopies().map(nameOfCopy),
      allowsAll,
    }),
    ...principalChecks(undeclaredUsers),
    ...providerChecks(configured(), diagnose),
    ...mcpChecks(mcp),
    ...queueChecks(store, clock),
    ...storeChecks({ store, clock, spooled, mark, verifyLog: () => runner.verifyExecutionLog() }),
  });
}

function chosenProvider(): Status['provider'] {
  try {
    return readProviderName(undefined, { env: readEnv() });
  } catch {
    return 'unknown'; // doctor() and getProvider() report what is wrong with the name.
  }
}

/** Only configured providers are checked: a request to any other service would disclose data without a reason. */
const configured = () =>
  listProviders()
    .filter(({ is_configured }) => is_configured)
    .map(({ name }) => name);

function diagnose(name: string) {
  const known = providerNameSchema.parse(name);
  return diagnoseProvider(known, { env: readEnv(), now: new Date() });
}
