/** Inlines the contract's calls in the build: each module gets only the calls it names (record 0080). */
import { statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';

const callsFolder = join(dirname(fileURLToPath(import.meta.url)), '../contract/calls');

const IMPORT = /\bimport\s*\{([^}]*)\}\s*from\s*['"]#contract\/calls\/([\w-]+)\.ts['"];?/g;

interface Named {
  readonly id: string;
}

/** The data of one call as it is sent; its name is only for the compiler. */
function literalOf(call: Named | undefined, name: string, file: string): string {
  if (call === undefined) throw new Error(`${file} has no call ${name}`);
  const { id: _, ...data } = call;
  return JSON.stringify(data);
}

/**
 * Replaces the import of a call by its data. Otherwise a chunk would contain a whole file of calls for the one it
 * needs, and the frame those of every page.
 */
export function inlineCalls(): Plugin {
  return {
    name: 'fascicolo-calls',
    apply: 'build',
    async transform(code, id) {
      if (!id.includes('/src/web/')) return null;
      let written = code;
      for (const [statement, names = '', subject] of code.matchAll(IMPORT)) {
        const file = join(callsFolder, `${subject}.ts`);
        // In watch mode, read a changed file again.
        this.addWatchFile(file);
        const calls = (await import(`${pathToFileURL(file).href}?${statSync(file).mtimeMs}`)) as Record<string, Named>;
        const constants = names
          .split(',')
          .map((name) => name.trim().split(/\s+as\s+/))
          .filter(([name]) => name !== '')
          .map(([name = '', local = name]) => {
            if (new RegExp(`[!=]== ${local}(?![\\w.])|(?<![\\w.])${local} [!=]==`).test(code))
              throw new Error(`${id}: compare calls by their path, not by identity (${local})`);
            return `const ${local} = ${literalOf(calls[name], name, file)};`;
          });
        written = written.replace(statement, () => constants.join(' '));
      }
      // An import in another form would bundle the whole file.
      if (/from\s*['"]#contract\/calls\//.test(written)) throw new Error(`${id}: import calls by name`);
      return written === code ? null : { code: written, map: null };
    },
  };
}
