import { describe, expect, it } from 'vitest';
import { layOutGraph, NODE_SIZE } from './lay-out-graph.ts';

const nodes = ['a', 'b', 'c', 'd'].map((id) => ({ id }));
const diamond = {
  nodes,
  edges: [
    { from: 'a', to: 'b' },
    { from: 'a', to: 'c' },
    { from: 'b', to: 'd' },
    { from: 'c', to: 'd' },
  ],
};

describe('layOutGraph', () => {
  it('places successors further down', () => {
    const positions = layOutGraph(diamond);
    const tops = ['a', 'b', 'c', 'd'].map((id) => positions.get(id)?.y ?? NaN);
    expect(tops[0]).toBeLessThan(tops[1] ?? 0);
    expect(tops[1]).toBe(tops[2]);
    expect(tops[2]).toBeLessThan(tops[3] ?? 0);
  });

  it('never overlaps nodes', () => {
    const positions = [...layOutGraph(diamond).values()];
    for (const [index, one] of positions.entries()) {
      for (const other of positions.slice(index + 1)) {
        const isApart =
          Math.abs(one.x - other.x) >= NODE_SIZE.width || Math.abs(one.y - other.y) >= NODE_SIZE.height;
        expect(isApart).toBe(true);
      }
    }
  });

  it('omits an edge to a missing node', () => {
    const positions = layOutGraph({ nodes, edges: [{ from: 'a', to: 'ghost' }] });
    expect([...positions.keys()]).toEqual(['a', 'b', 'c', 'd']);
  });

  it('returns the same layout for the same graph', () => {
    expect([...layOutGraph(diamond)]).toEqual([...layOutGraph(diamond)]);
  });

  it('returns an empty layout for an empty graph', () => {
    expect(layOutGraph({ nodes: [], edges: [] }).size).toBe(0);
  });
});
