// The parts of Mastra that the benches use. The package itself is not in the workspace (provide-mastra.ts).

declare module '@mastra/core' {
  import type { Agent } from '@mastra/core/agent';
  import type { MastraCompositeStore } from '@mastra/core/storage';
  import type { Workflow } from '@mastra/core/workflows';

  export class Mastra {
    constructor(options: {
      storage: MastraCompositeStore;
      logger: false;
      workflows?: Readonly<Record<string, Workflow>>;
    });
    addAgent(agent: Agent): void;
    getWorkflow(name: string): Workflow;
    shutdown(): Promise<void>;
  }
}

declare module '@mastra/core/llm' {
  export interface MastraModelConfig {
    readonly modelId: string;
  }
}

declare module '@mastra/core/storage' {
  export interface MastraCompositeStore {
    init(): Promise<void>;
  }
  export class InMemoryStore implements MastraCompositeStore {
    init(): Promise<void>;
  }
}

declare module '@mastra/libsql' {
  import type { MastraCompositeStore } from '@mastra/core/storage';

  export class LibSQLStore implements MastraCompositeStore {
    constructor(options: { id: string; url: string });
    init(): Promise<void>;
    close(): Promise<void>;
  }
}

declare module '@mastra/pg' {
  import type { MastraCompositeStore } from '@mastra/core/storage';
  import type { Pool } from 'pg';

  export class PostgresStore implements MastraCompositeStore {
    constructor(options: { id: string; pool: Pool } | { id: string; connectionString: string });
    init(): Promise<void>;
    close(): Promise<void>;
  }
}

declare module '@mastra/core/tools' {
  import type { z } from 'zod';

  export type Tool = { readonly id: string };
  export function createTool<Input extends z.ZodType>(options: {
    id: string;
    description: string;
    inputSchema: Input;
    requireApproval: boolean | (() => boolean);
    execute: (input: z.output<Input>) => Promise<string>;
  }): Tool;
}

declare module '@mastra/core/agent' {
  import type { MastraModelConfig } from '@mastra/core/llm';
  import type { Tool } from '@mastra/core/tools';

  interface Generated {
    readonly text: string;
    readonly finishReason: string;
  }
  export class Agent {
    constructor(options: {
      id: string;
      name: string;
      instructions: string;
      model: MastraModelConfig;
      tools: Readonly<Record<string, Tool>>;
    });
    generate(
      question: string,
      options: { runId?: string; maxSteps: number; requireToolApproval?: () => boolean },
    ): Promise<Generated>;
    listSuspendedRuns(): Promise<{ readonly runs: readonly { readonly runId: string }[] }>;
    approveToolCallGenerate(options: { runId: string; toolCallId: string }): Promise<Generated>;
  }
}

declare module '@mastra/core/workflows' {
  import type { z } from 'zod';

  export type Step = { readonly id: string };
  interface Run {
    readonly runId: string;
    start(options: { inputData: unknown }): Promise<{ readonly status: string }>;
    resume(options: { step: string; resumeData: unknown }): Promise<{ readonly status: string }>;
  }
  export interface Workflow {
    then(step: Step): Workflow;
    commit(): Workflow;
    createRun(options?: { runId: string }): Promise<Run>;
  }
  export function createStep<
    Input extends z.ZodType,
    Output extends z.ZodType,
    Suspended extends z.ZodType,
    Resumed extends z.ZodType,
  >(options: {
    id: string;
    inputSchema: Input;
    outputSchema: Output;
    suspendSchema?: Suspended;
    resumeSchema?: Resumed;
    execute: (context: {
      readonly inputData: z.output<Input>;
      readonly resumeData: z.output<Resumed> | undefined;
      readonly suspend: (state: z.output<Suspended>) => Promise<z.output<Output>>;
    }) => Promise<z.output<Output>>;
  }): Step;
  export function createWorkflow(options: {
    id: string;
    inputSchema: z.ZodType;
    outputSchema: z.ZodType;
  }): Workflow;
}
