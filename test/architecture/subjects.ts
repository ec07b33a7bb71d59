/** The server's subjects: their index files, the allowed dependencies between them, and no import cycles anywhere. */
import { type Import, isTest, type SourceFile } from './sources.ts';

/** Which subjects may import which others, by index.ts. `demo` creates the demo world through the commands of all subjects. */
const arrows: Record<string, readonly string[]> = {
  evidence: [],
  devices: ['dealers', 'evidence'],
  entitlements: ['dealers', 'devices'],
  dealers: [],
  statistics: ['dealers', 'entitlements'],
  videos: [],
  identity: ['dealers', 'evidence'],
  dossiers: ['dealers', 'entitlements', 'evidence'],
  folders: ['dossiers', 'entitlements', 'evidence'],
  papers: ['dealers', 'evidence'],
  adherences: ['dossiers', 'dealers', 'evidence'],
  documents: ['papers', 'adherences', 'folders', 'dossiers', 'dealers', 'identity', 'entitlements', 'evidence'],
  consents: ['documents', 'dossiers', 'dealers', 'evidence'],
  notifications: ['documents'],
  signing: [
    ...['documents', 'adherences', 'consents', 'papers', 'dossiers', 'dealers', 'devices', 'identity'],
    ...['entitlements', 'evidence', 'notifications'],
  ],
  tablets: ['documents', 'signing', 'identity'],
  webhooks: ['dealers', 'identity', 'evidence'],
  'first-steps': ['dealers', 'identity', 'entitlements', 'papers', 'signing'],
  demo: [
    ...['identity', 'dealers', 'dossiers', 'folders', 'documents', 'signing'],
    ...['evidence', 'entitlements', 'statistics', 'videos'],
  ],
};

/** Shared by all subjects; imports none of them. */
const ground = ['http', 'jobs', 'database'];
const DOOR_LIMIT = 12;

function subjectOf(path: string): string | undefined {
  const folder = /^src\/server\/([^/]+)\//.exec(path)?.[1];
  return folder !== undefined && folder in arrows ? folder : undefined;
}

/** Imports that bypass an index.ts or the table, shared code that imports a subject, and folders without an entry. */
export function subjectViolations(files: readonly SourceFile[]): string[] {
  return files.flatMap((file) => {
    const folder = /^src\/server\/([^/]+)\//.exec(file.path)?.[1];
    if (isTest(file.path) || !file.path.startsWith('src/server/')) return [];
    const mine = subjectOf(file.path);
    if (folder !== undefined && mine === undefined && !ground.includes(folder)) {
      return [`${file.path}: ${folder} is neither a subject nor shared ground`];
    }
    return file.imports.flatMap(({ file: target }) => {
      const theirs = target === undefined ? undefined : subjectOf(target);
      if (target === undefined || theirs === undefined || theirs === mine) return [];
      if (mine === undefined) {
        // app.ts assembles the parts: it may import routes, pages and tasks in addition to index files.
        if (folder !== undefined) return [`${file.path}: ${folder} may not import the subject ${theirs}`];
        const fine = /\/(index|routes|pages|tasks)\.ts$/.test(target);
        return fine ? [] : [`${file.path}: imports ${target} instead of its index.ts`];
      }
      if (!target.endsWith(`/${theirs}/index.ts`)) return [`${file.path}: imports ${target} instead of its index.ts`];
      return arrows[mine]?.includes(theirs) ? [] : [`${file.path}: ${mine} may not import ${theirs}`];
    });
  });
}

const reexport = /\bexport\s+(type\s+)?\{([^}]*)\}/g;
const declared = /(?:^|\n)\s*export\s+(?:async\s+)?(?:function\*?|const|let|class)\s+([\w$]+)/g;

/** Index files that export more than twelve functions or everything by `export *`; types are exempt. */
export function doorViolations(files: readonly SourceFile[]): string[] {
  const doors = files.filter((file) => /^src\/server\/[^/]+\/index\.ts$/.test(file.path));
  return doors.flatMap((door) => {
    const names: string[] = [...door.code.matchAll(declared)].map((match) => match[1] ?? '');
    for (const [, type, list = ''] of door.code.matchAll(reexport)) {
      if (type) continue;
      names.push(
        ...list
          .split(',')
          .map((name) => name.trim())
          .filter((name) => name !== '' && !name.startsWith('type ')),
      );
    }
    const all = /\bexport\s+\*/.test(door.code) ? [`${door.path}: an index lists its exports, no export *`] : [];
    if (names.length <= DOOR_LIMIT) return all;
    return [
      ...all,
      `${door.path}: ${names.length} functions in an index of at most ${DOOR_LIMIT}: ${names.join(', ')}`,
    ];
  });
}

/**
 * Groups of files that all reach one another by imports, including type imports (strongly connected components).
 * @param counts which imports count.
 * @returns one line for each group, its file names joined by commas.
 */
export function ringsOfImports(files: readonly SourceFile[], counts: (one: Import) => boolean): string[] {
  const targets = new Map(
    files.map((file) => [file.path, file.imports.flatMap((one) => (one.file && counts(one) ? [one.file] : []))]),
  );
  const order = new Map<string, number>();
  const open: string[] = [];
  const rings: string[] = [];
  const visit = (path: string): number => {
    const mine = order.size;
    order.set(path, mine);
    let low = mine;
    open.push(path);
    for (const next of targets.get(path) ?? []) {
      if (!targets.has(next)) continue;
      if (!order.has(next)) low = Math.min(low, visit(next));
      else if (open.includes(next)) low = Math.min(low, order.get(next) ?? low);
    }
    if (low === mine) {
      const ring = open.splice(open.indexOf(path)).sort();
      if (ring.length > 1 || targets.get(path)?.includes(path)) rings.push(ring.join(', '));
    }
    return low;
  };
  for (const path of targets.keys()) if (!order.has(path)) visit(path);
  return rings;
}

/** Import cycles that exist at run time, after types are removed. */
export function cycleViolations(files: readonly SourceFile[]): string[] {
  return ringsOfImports(files, (one) => !one.typeOnly).map((ring) => `a ring of imports: ${ring}`);
}
