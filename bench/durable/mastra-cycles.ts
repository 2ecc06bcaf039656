import { Mastra } from '@mastra/core';
import type { MastraCompositeStore } from '@mastra/core/storage';
import { createStep, createWorkflow } from '@mastra/core/workflows';
import { z } from 'zod';
import { QUESTION, type CycleBench } from './cycle-bench.ts';

const CALL = z.object({ city: z.string(), days: z.number() });
const APPROVAL = z.object({ approved: z.boolean() });

/** Mastra's side: the same work as a workflow, its cheapest durable form; the step of the tool suspends. */
export function mastraCycles(storage: MastraCompositeStore, close: () => Promise<void>): CycleBench {
  const ask = createStep({
    id: 'ask',
    inputSchema: z.object({ question: z.string() }),
    outputSchema: CALL,
    execute: async () => ({ city: 'City 0 0', days: 3 }),
  });
  const send = createStep({
    id: 'send',
    inputSchema: CALL,
    outputSchema: z.object({ result: z.string() }),
    suspendSchema: z.object({ tool: z.string() }),
    resumeSchema: APPROVAL,
    execute: async ({ inputData, resumeData, suspend }) => {
      if (!resumeData) return suspend({ tool: 'send_report' });
      return { result: resumeData.approved ? `The report about ${inputData.city} is sent.` : 'Refused.' };
    },
  });
  const tell = createStep({
    id: 'tell',
    inputSchema: z.object({ result: z.string() }),
    outputSchema: z.object({ text: z.string() }),
    execute: async () => ({ text: 'The weather is fine in all of them.' }),
  });
  const workflow = createWorkflow({
    id: 'reporter',
    inputSchema: z.object({ question: z.string() }),
    outputSchema: z.object({ text: z.string() }),
  })
    .then(ask)
    .then(send)
    .then(tell)
    .commit();
  const mastra = new Mastra({ storage, workflows: { reporter: workflow }, logger: false });
  const reporter = mastra.getWorkflow('reporter');
  return {
    cycle: async () => {
      const { runId } = await startUntilItWaits(reporter);
      const again = await reporter.createRun({ runId });
      const { status } = await again.resume({ step: 'send', resumeData: { approved: true } });
      if (status !== 'success') throw new Error(`The run is ${status}.`);
    },
    close,
  };
}

interface Startable {
  createRun(): Promise<{
    readonly runId: string;
    start(options: { inputData: { question: string } }): Promise<{ readonly status: string }>;
  }>;
}

async function startUntilItWaits(workflow: Startable): Promise<{ readonly runId: string }> {
  const run = await workflow.createRun();
  const { status } = await run.start({ inputData: { question: QUESTION } });
  if (status !== 'suspended') throw new Error(`The run is ${status}.`);
  return run;
}
