/** Reads content streams for the checklist: which operators paint, and inside which marks (ISO 32000-1, 14.6). */

const TOKEN = /\((?:\\.|[^\\()]|\((?:\\.|[^\\()])*\))*\)|<<|>>|<[0-9A-Fa-f\s]*>|\[|\]|\/[^\s/<>[\]()]*|[^\s/<>[\]()]+/g;

/** Operators and operands, in order. */
export const tokensOf = (content: string): string[] => content.match(TOKEN) ?? [];

const PAINTING = new Set(['S', 's', 'f', 'F', 'f*', 'B', 'B*', 'b', 'b*', 'sh', 'Do', 'Tj', 'TJ', "'", '"', 'EI']);

interface Mark {
  tag: string;
  number: number | null;
}

/** Walks the marks; calls `visit` for every other operator with its enclosing marks. */
function walk(
  tokens: readonly string[],
  visit: (token: string, open: readonly Mark[]) => void,
): { marks: Mark[]; left: number } {
  const open: Mark[] = [];
  const marks: Mark[] = [];
  let early = 0;
  for (const [index, token] of tokens.entries()) {
    if (token === 'BMC') open.push({ tag: tokens[index - 1] ?? '', number: null });
    else if (token === 'BDC') {
      const start = tokens.lastIndexOf('<<', index);
      const named = start < 0 ? '' : (tokens[start - 1] ?? '');
      const key = tokens.indexOf('/MCID', start);
      const number = start >= 0 && key > start && key < index ? Number(tokens[key + 1]) : null;
      const mark = { tag: named, number };
      open.push(mark);
      marks.push(mark);
    } else if (token === 'EMC') {
      if (open.pop() === undefined) early += 1;
    } else visit(token, open);
  }
  return { marks, left: open.length + early };
}

/** Painting operators outside both artifacts and numbered content. */
export function paintedOutside(tokens: readonly string[]): string[] {
  const found = new Set<string>();
  walk(tokens, (token, open) => {
    if (!PAINTING.has(token)) return;
    if (!open.some(({ tag, number }) => tag === '/Artifact' || number !== null)) found.add(token);
  });
  return [...found];
}

/** Numbers of the marked content, and whether every mark is closed exactly once. */
export function sequencesOf(tokens: readonly string[]): { numbers: number[]; unbalanced: boolean } {
  const { marks, left } = walk(tokens, () => undefined);
  return { numbers: marks.flatMap(({ number }) => number ?? []), unbalanced: left !== 0 };
}
