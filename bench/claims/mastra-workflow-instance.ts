import { Mastra } from '@mastra/core';
import type { MastraCompositeStore } from '@mastra/core/storage';
import { createStep, createWorkflow } from '@mastra/core/workflows';
import { z } from 'zod';
import type { Effect, Instance } from './instance.ts';

const QUESTION = z.object({ question: z.string() });
const RESULT = z.object({ result: z.string() });

/** A workflow of Mastra with one step, which suspends before the effect and continues with `resume`. */
export function openMastraWorkflowInstance(
  storage: MastraCompositeStore,
  effect: Effect,
  close: () => Promise<void>,
): Instance {
  const send = createStep({
    id: 'send',
    inputSchema: QUESTION,
    outputSchema: RESULT,
    suspendSchema: z.object({ tool: z.string() }),
    resumeSchema: z.object({ approved: z.boolean() }),
    execute: async ({ resumeData, suspend }) =>
      resumeData ? { result: await effect() } : suspend({ tool: 'send_report' }),
  });
  const workflow = createWorkflow({ id: 'reporter', inputSchema: QUESTION, outputSchema: RESULT })
    .then(send)
    .commit();
  const host = new Mastra({ storage, workflows: { reporter: workflow }, logger: false });
  const reporter = host.getWorkflow('reporter');
  return {
    suspend: async () => {
      const run = await reporter.createRun();
      const { status } = await run.start({ inputData: { question: 'Send the report.' } });
      if (status !== 'suspended') throw new Error(`The run is ${status}.`);
      return run.runId;
    },
    resume: async (runId) => {
      const run = await reporter.createRun({ runId });
      const { status } = await run.resume({ step: 'send', resumeData: { approved: true } });
      if (status !== 'success') throw new Error(`The run is ${status}.`);
    },
    close: async () => {
      await host.shutdown();
      await close();
    },
  };
}
