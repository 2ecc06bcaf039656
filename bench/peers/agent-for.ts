/** Creates one agent for each number of calls, once, because the creation of agents is not measured. */
export function agentFor<Agent>(make: (calls: number) => Agent): (calls: number) => Agent {
  const made = new Map<number, Agent>();
  return (calls) => {
    const known = made.get(calls) ?? make(calls);
    made.set(calls, known);
    return known;
  };
}
