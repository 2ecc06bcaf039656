import {
  Background,
  Controls,
  Handle,
  Position,
  ReactFlow,
  type Edge,
  type Node,
  type NodeProps,
} from '@xyflow/react';
import { useMemo, type ReactNode } from 'react';
import { classNames } from '../controls/class-names.ts';
import graphStyles from './graph.css?url';
import { layOutGraph, NODE_SIZE } from './lay-out-graph.ts';

/** A node of the graph. The meaning of its color is also in `note` or `tags`. */
export type GraphNode = {
  id: string;
  title: string;
  note: string;
  tags: readonly string[];
  tone: 'plain' | 'accent' | 'good' | 'warning';
};

/** An arrow between two nodes. */
export type GraphEdge = { from: string; to: string; isStrong: boolean };

/** A read-only graph from top to bottom that can be moved and zoomed. */
export function GraphView(props: {
  readonly label: string;
  readonly nodes: readonly GraphNode[];
  readonly edges: readonly GraphEdge[];
}): ReactNode {
  const { nodes, edges } = props;
  const placed = useMemo(() => placeNodes(nodes, edges), [nodes, edges]);
  const arrows = useMemo(() => edges.map(toArrow), [edges]);
  return (
    <div className="rounded-md border border-line bg-card" style={{ height: heightFor(placed) }}>
      {/* React waits for the style sheet, so that the library never measures an unstyled graph. */}
      <link rel="stylesheet" href={graphStyles} precedence="default" />
      <ReactFlow
        aria-label={props.label}
        nodes={placed}
        edges={arrows}
        nodeTypes={NODE_TYPES}
        fitView
        fitViewOptions={{ padding: 0.05, maxZoom: 1 }}
        minZoom={0.2}
        nodesDraggable={false}
        nodesConnectable={false}
        edgesFocusable={false}
        deleteKeyCode={null}
        preventScrolling={false}
      >
        <Background gap={20} className="opacity-60" />
        <Controls showInteractive={false} />
      </ReactFlow>
    </div>
  );
}

const MIN_HEIGHT = 320;
const MAX_HEIGHT = 640;

function heightFor(placed: readonly Placed[]): number {
  const bottom = Math.max(...placed.map(({ position }) => position.y + NODE_SIZE.height));
  return Math.max(MIN_HEIGHT, Math.min(MAX_HEIGHT, bottom * 1.1));
}

type Placed = Node<GraphNode, 'box'>;

function placeNodes(nodes: readonly GraphNode[], edges: readonly GraphEdge[]): Placed[] {
  const positions = layOutGraph({ nodes, edges });
  return nodes.map((node) => ({
    id: node.id,
    type: 'box',
    data: node,
    position: positions.get(node.id) ?? { x: 0, y: 0 },
    ariaLabel: [node.title, node.note, ...node.tags].join(', '),
    ...NODE_SIZE,
    // The sizes are known, so that the browser does not have to measure them.
    measured: NODE_SIZE,
    handles: HANDLES,
  }));
}

function toArrow({ from, to, isStrong }: GraphEdge): Edge {
  return {
    id: `${from}>${to}`,
    source: from,
    target: to,
    className: isStrong ? 'graph-edge-strong' : 'graph-edge',
    markerEnd: { type: 'arrowclosed' as const, color: isStrong ? 'var(--accent)' : 'var(--edge)' },
  };
}

function Box({ data }: NodeProps<Placed>): ReactNode {
  return (
    <div
      style={NODE_SIZE}
      className={classNames(
        'flex flex-col justify-center rounded-md border px-3 py-1.5 text-ink',
        TONES[data.tone],
      )}
    >
      <Handle type="target" position={Position.Top} className="invisible" />
      <p className="line-clamp-2 text-small leading-tight font-semibold">{data.title}</p>
      <p className="numeric truncate text-small text-soft">{data.note}</p>
      {data.tags.length > 0 && (
        <p className="truncate text-[11px] font-semibold text-soft">{data.tags.join(' · ')}</p>
      )}
      <Handle type="source" position={Position.Bottom} className="invisible" />
    </div>
  );
}

const HANDLES = [
  { type: 'target' as const, position: Position.Top, x: NODE_SIZE.width / 2, y: 0, width: 1, height: 1 },
  {
    type: 'source' as const,
    position: Position.Bottom,
    x: NODE_SIZE.width / 2,
    y: NODE_SIZE.height,
    width: 1,
    height: 1,
  },
];
const NODE_TYPES = { box: Box };

const TONES: Readonly<Record<GraphNode['tone'], string>> = {
  plain: 'border-edge bg-card',
  accent: 'border-accent border-2 bg-tint',
  good: 'border-good bg-good-tint',
  warning: 'border-warn border-2 bg-warn-tint',
};
