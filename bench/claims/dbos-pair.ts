import { DBOS, DBOSClient } from '@dbos-inc/dbos-sdk';
import type { Effect, Instance } from './instance.ts';

const POLLING = { pollingIntervalMs: 20 };

/** DBOS: a workflow that waits for a message before its step. It supports one engine per process, so the second instance is a client. */
export async function openDbosPair(
  systemDatabaseUrl: string,
  effect: Effect,
): Promise<readonly [Instance, Instance]> {
  DBOS.setConfig({ name: 'claims', systemDatabaseUrl, logger: SILENT });
  const report = DBOS.registerWorkflow(
    async () => {
      await DBOS.setEvent('waits', true);
      await DBOS.recv<boolean>('approval', 60);
      return DBOS.runStep(effect, { name: 'send' });
    },
    { name: 'report' },
  );
  await DBOS.launch();
  const client = await DBOSClient.create({ systemDatabaseUrl, applicationName: 'claims', logger: SILENT });
  const suspend = async () => {
    const { workflowID } = await DBOS.startWorkflow(report)();
    await DBOS.getEvent(workflowID, 'waits', { timeoutSeconds: 60, ...POLLING });
    return workflowID;
  };
  const engine: Instance = {
    suspend,
    resume: async (workflowId) => {
      await DBOS.send(workflowId, true, 'approval');
      await DBOS.retrieveWorkflow(workflowId).getResult(POLLING);
    },
    close: () => DBOS.shutdown({ deregister: true }),
  };
  const other: Instance = {
    suspend,
    resume: async (workflowId) => {
      await client.send(workflowId, true, 'approval');
      await client.retrieveWorkflow(workflowId).getResult(POLLING);
    },
    close: () => client.destroy(),
  };
  return [engine, other];
}

const ignore = () => {};
const SILENT = { debug: ignore, info: ignore, warn: ignore, error: ignore };
