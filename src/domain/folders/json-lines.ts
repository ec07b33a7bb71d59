/** The line on which each value of a JSON text begins, by its path. Pure. */

const TOKEN = /"(?:[^"\\]|\\.)*"|[[\]{}:,]|[^\s[\]{}:,"]+|\n/g;

interface Level {
  path: string;
  /** Position in a list; null in an object. */
  index: number | null;
  /** The key that was read last. */
  key: string | null;
}

/** @param text that `JSON.parse` takes. @returns lines from 1 by path, as in JSONPath: `$[1].documentTypes[4].slug`. */
export function jsonLines(text: string): ReadonlyMap<string, number> {
  const lines = new Map<string, number>();
  const levels: Level[] = [];
  let line = 1;
  const pathHere = (): string => {
    const level = levels.at(-1);
    if (level === undefined) return '$';
    return level.index === null ? `${level.path}.${level.key}` : `${level.path}[${level.index}]`;
  };
  const begin = (): string => {
    const path = pathHere();
    if (!lines.has(path)) lines.set(path, line);
    return path;
  };
  for (const [token] of text.matchAll(TOKEN)) {
    const level = levels.at(-1);
    if (token === '\n') line += 1;
    else if (token === '[') levels.push({ path: begin(), index: 0, key: null });
    else if (token === '{') levels.push({ path: begin(), index: null, key: null });
    else if (token === ']' || token === '}') levels.pop();
    else if (token === ',') {
      if (level?.index != null) level.index += 1;
      else if (level) level.key = null;
    } else if (token !== ':') {
      if (level?.index === null && level.key === null) level.key = String(JSON.parse(token));
      else begin();
    }
  }
  return lines;
}

/** The nearest line for a path: a value that is missing belongs to what should have it. */
export function lineOf(lines: ReadonlyMap<string, number>, path: string): number | null {
  let known = path;
  while (!lines.has(known) && known !== '$' && known !== '') known = known.replace(/(?:\.[^.[\]]*|\[\d+\])$/, '');
  return lines.get(known) ?? null;
}

/** The line of a syntax error, from the place that the message of `JSON.parse` names. */
export function lineOfSyntaxError(text: string, message: string): number | null {
  const at = /position (\d+)/.exec(message)?.[1];
  if (at !== undefined) return text.slice(0, Number(at)).split('\n').length;
  return /end of JSON/.test(message) ? text.split('\n').length : null;
}
