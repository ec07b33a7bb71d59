/** Adds preload links for the files of a landing page to the head of the portal's shell. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Written by the build (`LandingFiles` of the portal): files that a page fetches besides the common ones. */
type Listed = readonly { path: string; files: readonly { file: string; as: 'fetch' | 'module' | 'style' }[] }[];

/** `data-rel` defers the links until the first calls are sent. A worker's script is started by its URL, not imported. */
const TAGS = {
  style: 'data-rel="preload" as="style" fetchpriority="low"',
  fetch: 'data-rel="preload" as="fetch"',
  module: 'data-rel="modulepreload"',
} as const;

/**
 * Reads the list at each call, as the shell is: both name the files of one build.
 * @param webFolder folder of the built browser application
 * @param path of the page, without its query
 * @returns the links for the head of the portal's shell; none for most paths.
 */
export async function preloadLinks(webFolder: string, path: string): Promise<string> {
  const text = await readFile(join(webFolder, '.vite/landing-files.json'), 'utf8').catch(() => '[]');
  const landing = (JSON.parse(text) as Listed).find((listed) => new RegExp(listed.path).test(path));
  return (landing?.files ?? []).map(({ file, as }) => `<link ${TAGS[as]} crossorigin href="/${file}">`).join('');
}
