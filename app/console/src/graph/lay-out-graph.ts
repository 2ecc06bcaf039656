import { graphlib, layout } from '@dagrejs/dagre';

/** What a graph is made of: things with an id, and which of them come before which. */
export type GraphShape = {
  nodes: readonly { id: string }[];
  edges: readonly { from: string; to: string }[];
};

/** The size of every node, so that a layout needs no measuring. */
export const NODE_SIZE = { width: 212, height: 68 } as const;

/** The upper left corner of each node, by id; earlier things are higher, and the same shape always lies the same. */
export function layOutGraph({ nodes, edges }: GraphShape): Map<string, { x: number; y: number }> {
  const graph = new graphlib.Graph();
  graph.setGraph({ rankdir: 'TB', nodesep: 28, ranksep: 34 });
  graph.setDefaultEdgeLabel(() => ({}));
  const known = new Set(nodes.map(({ id }) => id));
  for (const { id } of nodes) graph.setNode(id, { ...NODE_SIZE });
  for (const { from, to } of edges) {
    // An edge to nowhere would make the library invent a node.
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
