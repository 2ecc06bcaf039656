import { graphlib, layout } from '@dagrejs/dagre';

/** The ids of the nodes and the edges between them. */
export type GraphShape = {
  nodes: readonly { id: string }[];
  edges: readonly { from: string; to: string }[];
};

/** The size of every node. It is constant, so that a layout needs no measuring. */
export const NODE_SIZE = { width: 212, height: 68 } as const;

/** Returns the upper left corner of each node by id. Predecessors are higher, and the layout is deterministic. */
export function layOutGraph({ nodes, edges }: GraphShape): Map<string, { x: number; y: number }> {
  const graph = new graphlib.Graph();
  graph.setGraph({ rankdir: 'TB', nodesep: 28, ranksep: 34 });
  graph.setDefaultEdgeLabel(() => ({}));
  const known = new Set(nodes.map(({ id }) => id));
  for (const { id } of nodes) graph.setNode(id, { ...NODE_SIZE });
  for (const { from, to } of edges) {
    // The library would add a node for an edge to a missing one.
    if (known.has(from) && known.has(to)) graph.setEdge(from, to);
  }
  layout(graph);
  return new Map(
    nodes.map(({ id }) => {
      const { x = 0, y = 0 } = graph.node(id);
      return [id, { x: x - NODE_SIZE.width / 2, y: y - NODE_SIZE.height / 2 }];
    }),
  );
}
