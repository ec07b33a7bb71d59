/** Computes the word-by-word difference of two texts, for the administrator who approves one. Pure. */

export interface Part {
  kind: 'same' | 'added' | 'removed';
  text: string;
}

const wordsOf = (text: string): string[] => text.match(/\s+|[^\s]+/g) ?? [];

/**
 * Cells of the comparison table (words before × words now); above this the whole text counts as changed, because the
 * parts would be unreadable.
 */
const MAX_CELLS = 1_000_000;

/** An unchanged word this short between two changes counts as changed too: it only makes the result harder to read. */
const TOO_SHORT = 3;

/** Merges neighbouring changes: first the removed text, then the added one. */
function mergeChanges(parts: readonly Part[]): Part[] {
  const out: Part[] = [];
  let [removed, added] = ['', ''];
  const close = () => {
    if (removed !== '') out.push({ kind: 'removed', text: removed });
    if (added !== '') out.push({ kind: 'added', text: added });
    [removed, added] = ['', ''];
  };
  for (const [index, { kind, text }] of parts.entries()) {
    const inside = removed + added !== '' && index < parts.length - 1;
    const isTooShort = kind === 'same' && inside && text.trim().length <= TOO_SHORT;
    if (kind === 'removed' || isTooShort) removed += text;
    if (kind === 'added' || isTooShort) added += text;
    if (kind === 'same' && !isTooShort) {
      close();
      out.push({ kind, text });
    }
  }
  close();
  return out;
}

function joinEqualKinds(parts: readonly Part[]): Part[] {
  const out: Part[] = [];
  for (const part of parts) {
    const last = out.at(-1);
    if (last?.kind === part.kind) last.text += part.text;
    else out.push({ ...part });
  }
  return out;
}

/** Keeps the longest common subsequence of words; the rest is removed or added. */
export function textsDiff(before: string, after: string): Part[] {
  if (before === after) return before === '' ? [] : [{ kind: 'same', text: before }];
  const [old, now] = [wordsOf(before), wordsOf(after)];
  const width = now.length + 1;
  if ((old.length + 1) * width > MAX_CELLS) {
    return joinEqualKinds([
      { kind: 'removed', text: before },
      { kind: 'added', text: after },
    ]);
  }
  // Length of the longest common subsequence of the words after each pair of positions.
  const common = new Uint16Array((old.length + 1) * width);
  const at = (i: number, j: number): number => common[i * width + j] ?? 0;
  for (let i = old.length - 1; i >= 0; i -= 1) {
    for (let j = now.length - 1; j >= 0; j -= 1) {
      common[i * width + j] = old[i] === now[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  const parts: Part[] = [];
  let [i, j] = [0, 0];
  while (i < old.length || j < now.length) {
    if (i < old.length && j < now.length && old[i] === now[j]) {
      parts.push({ kind: 'same', text: old[i] ?? '' });
      i += 1;
      j += 1;
    } else if (i < old.length && (j === now.length || at(i + 1, j) >= at(i, j + 1))) {
      parts.push({ kind: 'removed', text: old[i] ?? '' });
      i += 1;
    } else {
      parts.push({ kind: 'added', text: now[j] ?? '' });
      j += 1;
    }
  }
  return mergeChanges(joinEqualKinds(parts));
}
