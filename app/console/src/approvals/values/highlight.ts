import bash from 'highlight.js/lib/languages/bash';
import javascript from 'highlight.js/lib/languages/javascript';
import json from 'highlight.js/lib/languages/json';
import python from 'highlight.js/lib/languages/python';
import sql from 'highlight.js/lib/languages/sql';
import { createLowlight } from 'lowlight';
import type { CodeLanguage } from './code-language.ts';
import type { Token } from './tokens.ts';

const lowlight = createLowlight({ bash, javascript, json, python, sql });

type Node = ReturnType<typeof lowlight.highlight>['children'][number];

/** Splits code into tokens. Together they are exactly the text. */
export function highlight(language: CodeLanguage, text: string): readonly Token[] {
  return lowlight.highlight(language, text).children.flatMap((node) => tokensOf(node, undefined));
}

function tokensOf(node: Node, kind: string | undefined): readonly Token[] {
  if (node.type === 'text') return [{ text: node.value, kind }];
  if (node.type !== 'element') return [];
  const names = node.properties['className'];
  const own = Array.isArray(names) ? String(names[0]).replace('hljs-', '') : kind;
  return node.children.flatMap((child) =>
    child.type === 'text' || child.type === 'element' ? tokensOf(child, own) : [],
  );
}
