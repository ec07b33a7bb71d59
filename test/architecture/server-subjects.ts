/** The server's subjects: their index files, the allowed dependencies between them, and no import cycles anywhere. */
import { type Import, isTest, type SourceFile } from './sources.ts';

/** Which subjects may import which others, by index.ts. `demo` creates the demo world through the commands of all subjects. */
const allowedImports: Record<string, readonly string[]> = {
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
const shared = ['http', 'jobs', 'database'];
const INDEX_EXPORT_LIMIT = 12;

function subjectOf(path: string): string | undefined {
  const folder = /^src\/server\/([^/]+)\//.exec(path)?.[1];
  return folder !== undefined && folder in allowedImports ? folder : undefined;
}

/** Imports that bypass an index.ts or the table, shared code that imports a subject, and folders without an entry. */
export function subjectViolations(files: readonly SourceFile[]): string[] {
  return files.flatMap((file) => {
    const folder = /^src\/server\/([^/]+)\//.exec(file.path)?.[1];
    if (isTest(file.path) || !file.path.startsWith('src/server/')) return [];
    const subject = subjectOf(file.path);
    if (folder !== undefined && subject === undefined && !shared.includes(folder)) {
      return [`${file.path}: ${folder} is neither a subject nor shared ground`];
    }
    return file.imports.flatMap(({ file: target }) => {
      const theirs = target === undefined ? undefined : subjectOf(target);
      if (target === undefined || theirs === undefined || theirs === subject) return [];
      if (subject === undefined) {
        // app.ts assembles the parts: it may import routes, pages and tasks in addition to index files.
        if (folder !== undefined) return [`${file.path}: ${folder} may not import the subject ${theirs}`];
        const isEntry = /\/(index|routes|pages|tasks)\.ts$/.test(target);
        return isEntry ? [] : [`${file.path}: imports ${target} instead of its index.ts`];
      }
      if (!target.endsWith(`/${theirs}/index.ts`)) return [`${file.path}: imports ${target} instead of its index.ts`];
      return allowedImports[subject]?.includes(theirs) ? [] : [`${file.path}: ${subject} may not import ${theirs}`];
    });
  });
}

const reexport = /\bexport\s+(type\s+)?\{([^}]*)\}/g;
const exportedName = /(?:^|\n)\s*export\s+(?:async\s+)?(?:function\*?|const|let|class)\s+([\w$]+)/g;

/** Index files that export more than twelve functions or everything by `export *`; types are exempt. */
export function indexViolations(files: readonly SourceFile[]): string[] {
  const indexFiles = files.filter((file) => /^src\/server\/[^/]+\/index\.ts$/.test(file.path));
  return indexFiles.flatMap((index) => {
    const names: string[] = [...index.code.matchAll(exportedName)].map((match) => match[1] ?? '');
    for (const [, type, list = ''] of index.code.matchAll(reexport)) {
      if (type) continue;
      names.push(
        ...list
          .split(',')
          .map((name) => name.trim())
          .filter((name) => name !== '' && !name.startsWith('type ')),
      );
    }
    const wildcard = /\bexport\s+\*/.test(index.code) ? [`${index.path}: an index lists its exports, no export *`] : [];
    if (names.length <= INDEX_EXPORT_LIMIT) return wildcard;
    return [
      ...wildcard,
      `${index.path}: ${names.length} functions in an index of at most ${INDEX_EXPORT_LIMIT}: ${names.join(', ')}`,
    ];
  });
}

/**
 * Groups of files that all reach one another by imports, including type imports (strongly connected components).
 * @param isCounted which imports count.
 * @returns one line for each group, its file names joined by commas.
 */
export function importCycles(files: readonly SourceFile[], isCounted: (imported: Import) => boolean): string[] {
  const targets = new Map(
    files.map((file) => [file.path, file.imports.flatMap((one) => (one.file && isCounted(one) ? [one.file] : []))]),
  );
  const positions = new Map<string, number>();
  const open: string[] = [];
  const cycles: string[] = [];
  const visit = (path: string): number => {
    const position = positions.size;
    positions.set(path, position);
    let lowest = position;
    open.push(path);
    for (const next of targets.get(path) ?? []) {
      if (!targets.has(next)) continue;
      if (!positions.has(next)) lowest = Math.min(lowest, visit(next));
      else if (open.includes(next)) lowest = Math.min(lowest, positions.get(next) ?? lowest);
    }
    if (lowest === position) {
      const cycle = open.splice(open.indexOf(path)).sort();
      if (cycle.length > 1 || targets.get(path)?.includes(path)) cycles.push(cycle.join(', '));
    }
    return lowest;
  };
  for (const path of targets.keys()) if (!positions.has(path)) visit(path);
  return cycles;
}

/** Import cycles that exist at run time, after types are removed. */
export function cycleViolations(files: readonly SourceFile[]): string[] {
  return importCycles(files, (imported) => !imported.typeOnly).map((cycle) => `a ring of imports: ${cycle}`);
}
