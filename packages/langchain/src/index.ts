/** The public API of the integration with LangChain and LangGraph. */
export { createLangChainGate, type LangChainGate, type LangChainGateOptions } from './langchain-gate.ts';
