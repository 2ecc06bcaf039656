import { z } from 'zod';

/** How a skill becomes a tool: its text is returned to the calling agent, or a child agent follows it. */
export const skillModeSchema = z.enum(['function_tool', 'child_agent']);

/** One of the two modes of a skill. */
export type SkillMode = z.infer<typeof skillModeSchema>;
