export { assistantPersona } from './personas/assistant-persona.ts';
export { interviewPersona } from './personas/interview/interview-persona.ts';
export { createSimulator } from './create-simulator.ts';
export type { JournalEntry, Simulator, SimulatorOptions } from './create-simulator.ts';
export type { Chaos, Fault } from './fault.ts';
export type { SimulatedRequest } from './api/handle-request.ts';
export type {
  Persona,
  PersonaConversation,
  PersonaOutput,
  PersonaSource,
  PersonaTool,
  Turn,
} from './personas/persona.ts';
export { ConnectionLost } from './api/reply.ts';
export type { Reply } from './api/reply.ts';
export { serveSimulator } from './serve-simulator.ts';
export type { SimulatorServer } from './serve-simulator.ts';
export type { Latency, ScriptStep } from './simulator-state.ts';
