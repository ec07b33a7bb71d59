/** Parses the project's TypeScript into syntax trees with Vite's parser; each file is parsed once. */
import { parseSync } from 'vite';
import type { SourceFile } from './sources.ts';

/** An ESTree node with TypeScript types. `start` and `end` are offsets into the file's text. */
export interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [part: string]: unknown;
}

const parsed = new WeakMap<SourceFile, Node>();

/** @returns the whole file's node. Throws when the file is not TypeScript. */
export function syntaxOf(file: SourceFile): Node {
  let syntax = parsed.get(file);
  if (!syntax) {
    const lang = file.path.endsWith('x') ? 'tsx' : 'ts';
    const { program, errors } = parseSync(file.path, file.text, { lang, sourceType: 'module' });
    if (errors.length > 0) throw new SyntaxError(`${file.path}: ${errors[0]?.message}`);
    syntax = program as unknown as Node;
    parsed.set(file, syntax);
  }
  return syntax;
}

export function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';
}

/** Calls `visit` for `node` and its descendants, each with its ancestors, nearest last. */
export function visitNodes(node: Node, visit: (node: Node, ancestors: readonly Node[]) => void): void {
  const ancestors: Node[] = [];
  const descend = (current: Node) => {
    visit(current, ancestors);
    ancestors.push(current);
    for (const key in current) {
      const part = current[key];
      if (Array.isArray(part)) {
        for (const item of part) if (isNode(item)) descend(item);
      } else if (isNode(part)) descend(part);
    }
    ancestors.pop();
  };
  descend(node);
}

/** @returns the identifier's name, or that of a member (`a.b` gives `b`). */
export function nameOf(node: unknown): string | undefined {
  if (!isNode(node)) return undefined;
  if (node.type === 'Identifier') return String(node.name);
  if (node.type === 'MemberExpression') return nameOf(node.property);
  return node.type === 'Literal' && typeof node.value === 'string' ? node.value : undefined;
}

/** @returns the text of a string or the part of a template before its first `${…}`. */
export function leadingText(node: Node): string | undefined {
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value;
  if (node.type !== 'TemplateLiteral') return undefined;
  const [first] = node.quasis as { value: { raw: string } }[];
  return first?.value.raw;
}

/** @returns the offsets at which the file's lines begin. */
function lineStarts(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}

/** @returns a function from offset to line, 1-based. */
export function linesOfOffsets(text: string): (offset: number) => number {
  const starts = lineStarts(text);
  return (offset) => {
    let low = 0;
    let high = starts.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle;
    }
    return low + 1;
  };
}
