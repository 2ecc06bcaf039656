import { z } from 'zod';

/** How a skill becomes a tool: its text is handed to the calling agent, or a child agent follows it. */
export const skillModeSchema = z.enum(['function_tool', 'child_agent']);

/** One of the two ways a skill becomes a tool. */
export type SkillMode = z.infer<typeof skillModeSchema>;
