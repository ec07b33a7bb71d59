/**
 * Builds the browser applications, each with its own entry: the staff portal, the signer's pages, the page that checks
 * files and the tablet's.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin, type ResolveModulePreloadDependenciesFn } from 'vite';
import { landingFiles, type Manifest } from './portal/preload/landing-files.ts';
import { LANDINGS } from './portal/preload/landings.ts';
import { callsInPlace } from './vite.calls.ts';
import { palettesUnused, partsUnused, schemasUnprinted, stylesInSheets, wordsInHand } from './vite.libraries.ts';
import { pdfViewerAlone, pdfViewerData } from './vite.pdf.ts';

const here = dirname(fileURLToPath(import.meta.url));
const repository = join(here, '..', '..');

/** The entries that exist: the portal can be built before the signer's pages exist. */
function entries(): Record<string, string> {
  const found: Record<string, string> = {};
  for (const name of ['portal', 'signer', 'verify', 'device']) {
    const page = join(here, name, 'index.html');
    if (existsSync(page)) found[name] = page;
  }
  return found;
}

/** Compresses scripts and styles at build time, as .br and .gz next to the file, for the server to choose from. */
function precompress(): Plugin {
  return {
    name: 'fascicolo-precompress',
    apply: 'build',
    writeBundle(options, bundle) {
      for (const fileName of Object.keys(bundle)) {
        if (!/^assets\/[^/]+\.(m?js|css|svg)$/.test(fileName)) continue;
        const file = join(options.dir ?? '', fileName);
        const content = readFileSync(file);
        if (content.length < 256) continue;
        writeFileSync(`${file}.br`, brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }));
        writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }));
      }
    },
  };
}

/** Lists the files of the landing pages; the server preloads them in the HTML. */
function listLandingFiles(): Plugin {
  return {
    name: 'fascicolo-landing-files',
    apply: 'build',
    writeBundle({ dir = '' }) {
      const manifest = JSON.parse(readFileSync(join(dir, '.vite/manifest.json'), 'utf8')) as Manifest;
      writeFileSync(join(dir, '.vite/landing-files.json'), JSON.stringify(landingFiles(manifest)));
    },
  };
}

/** Scripts that send requests before the program has loaded: of the portal, and of the signer's pages. */
const FIRST = ['first-requests', 'first-ask'] as const;

/**
 * Runs the early requests as soon as their script is loaded, because the answers take as long as the program. Then the
 * largest files: a browser makes six requests at a time, and on a slow network these take the longest.
 */
function loadingOrder(): Plugin {
  const PRELOAD = /^\s*<link rel="modulepreload"[^>]* href="\/([^"]+)">\n/gm;
  return {
    name: 'fascicolo-loading-order',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(page, { bundle }) {
        const named = [...page.matchAll(PRELOAD)].map(([line, fileName = '']) => {
          const file = bundle?.[fileName];
          const [name, size] = file?.type === 'chunk' ? [file.name, file.code.length] : ['', 0];
          if (!FIRST.some((first) => first === name)) return { line, size };
          const script = `    <script type="module" async crossorigin src="/${fileName}"></script>\n`;
          return { line: script, size: Number.POSITIVE_INFINITY };
        });
        const lines = named.sort((a, b) => b.size - a.size).map(({ line }) => line);
        return page.replace(PRELOAD, () => lines.shift() ?? '');
      },
    },
  };
}

/** Preloads, of the files a chunk imports later, only those not already loaded with it: each chunk lists them by name. */
function laterFiles() {
  let imports: ReadonlyMap<string, readonly string[]> = new Map();
  const comeWith = (host: string): ReadonlySet<string> => {
    const found = new Set([host]);
    for (const file of found) for (const name of imports.get(file) ?? []) found.add(name);
    return found;
  };
  const plugin: Plugin = {
    name: 'fascicolo-later-files',
    apply: 'build',
    generateBundle: {
      order: 'pre',
      handler(_options, bundle) {
        imports = new Map(
          Object.values(bundle).flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file.imports]] : [])),
        );
      },
    },
  };
  const resolveDependencies: ResolveModulePreloadDependenciesFn = (_file, files, { hostId, hostType }) =>
    hostType === 'html' ? files : files.filter((file) => !comeWith(hostId).has(file));
  return { plugin, resolveDependencies };
}

/** The bundler's module graph: a module's static imports, not its lazy ones. */
interface Graph {
  getModuleInfo: (
    id: string,
  ) => { importedIds: readonly string[]; importers: readonly string[]; code: string | null } | null;
}

/** Marks a module that the small applications share as the copy of one of them. */
const COPY = /\?of=(\w+)$/;
const COPIED = /\/web\/shared\/(chrome\/|trusted-worker\.ts$)/;

/**
 * Gives each small application its own copy of the chrome that they share, with only what it uses: a file for all of them
 * would be one more request and half a kilobyte more for each page. The start of a worker is in the PDF viewer's file,
 * which the verifier does not need.
 */
function sharedCopied(): Plugin {
  return {
    name: 'fascicolo-shared-copied',
    apply: 'build',
    enforce: 'pre',
    async resolveId(source, importer = '', options) {
      if (!/^\.{1,2}\/.+\.tsx?$/.test(source)) return null;
      const application = COPY.exec(importer)?.[1] ?? /\/web\/(signer|device|verify)\//.exec(importer)?.[1];
      if (application === undefined) return null;
      const found = await this.resolve(source, importer, { ...options, skipSelf: true });
      return found !== null && COPIED.test(found.id) ? { ...found, id: `${found.id}?of=${application}` } : null;
    },
  };
}

const own = (id: string): boolean => id.startsWith(join(repository, 'src')) && !id.includes('node_modules');

/** Our own modules that a browser fetches with an entry. */
function fetchedWith(entry: string, graph: Graph, ...pages: string[]): ReadonlySet<string> {
  const found = new Set<string>();
  const open = ['main.tsx', ...pages].map((file) => join(here, entry, file));
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (found.has(id) || !own(id)) continue;
    found.add(id);
    open.push(...(graph.getModuleInfo(id)?.importedIds ?? []));
  }
  return found;
}

/** The dashboard's modules, which other pages use as well. */
const LANDING = LANDINGS.dashboard.page;

/** The document's page with its actions and dialogs: most pages of one record use what it shares with others. */
const OF_ONE = LANDINGS.document.page;

/** The words of that page, of which other pages fetch parts. */
const SPOKEN = 'text/it/documents/document-words.ts';
/** The actions on a document, with their words: for pages that offer them, not for all pages about a document. */
const ACTIONS =
  /\/(portal\/entities\/documents\/(row-)?actions|portal\/text\/it\/documents\/document-actions|domain\/documents\/document-actions)\./;
/** The validation of typed values, and zod with it: only forms load it. */
const VALIDATION =
  /\/src\/domain\/(field-messages|validation|text|dossiers\/dossier|dealers\/brand-schema|entitlements\/amount|documents\/variable-issues|letters\/(letters|ranges|typed))\./;
/** A few hundred bytes each, used by several pages: a separate file would double their size. */
const SMALL =
  /\/src\/(domain\/(papers\/(paper|labels\/driver-names|versions\/versions)|codes\/(vehicle|vat-number)|dossiers\/(patterns|birth-date)|entitlements\/signs-simply|signing\/staff-signers)|web\/portal\/(entities\/pdf-start\/handover|ui\/(focus-left|expiry)))\./;
/** The part of the signer's pages that is fetched when a signer signs by hand. */
const HAND = 'hand/hand-page.tsx';
/** The part of the verifier that is fetched with the worker. */
const RESULT = 'pages/result.tsx';

let frame: ReadonlySet<string> | undefined;
let work: ReadonlySet<string> | undefined;
let several: ReadonlySet<string> | undefined;
let spoken: ReadonlySet<string> | undefined;
let signing: ReadonlySet<string> | undefined;
let icons: Readonly<Record<'signer' | 'shared' | 'landing' | 'work', ReadonlySet<string>>> | undefined;

/** The engine shared by the portal’s viewer and the signer’s. */
const VIEWERS =
  /node_modules\/pdfjs-dist\/|web\/shared\/(trusted-worker\.ts$|pinch|pdf\/)|icons-react\/.+\/IconZoom(In|Out)\./;

/** With it every form recognises what it has already sent. */
const SENT_ONCE = /\/web\/shared\/sha256\.ts$/;

/** The key with which a tablet proves its calls: used by its own pages and by signing by hand. */
const KEY_OF_TABLET = /\/src\/(web\/shared\/device-key\/|domain\/devices\/proof\.)/;

/** Entries keep their own files, which their pages name. */
const isEntry = (id: string): boolean => id.endsWith('/main.tsx');

/** The part of a library that the portal's entry uses; other pages use more of it. */
const OF_ENTRY = /node_modules\/@mantine\/core\/.+\/MantineProvider\//;

/**
 * Puts what the portal always fetches into one file. By default the bundler makes one file per set of pages that share
 * modules: about a hundred, which no page fetches separately and which compress badly.
 */
function nameOfFrame(id: string, graph: Graph): string | null {
  if (OF_ENTRY.test(id) || placeOfIcon(id, graph) === 'frame') return 'frame';
  frame ??= fetchedWith('portal', graph, LANDING);
  return frame.has(id) && !isEntry(id) && !id.startsWith(join(here, 'portal', dirname(LANDING))) ? 'frame' : null;
}

/** Every page that is fetched separately, relative to the portal's folder. */
const pages = (): string[] =>
  readdirSync(join(here, 'portal/features'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('-page.tsx'))
    .map((file) => join('features', file));

/**
 * Puts the actions on one record into one file, for the same reason: otherwise some thirty files of a few hundred bytes
 * each would be fetched one after another.
 */
function workOf(graph: Graph): ReadonlySet<string> {
  if (work !== undefined) return work;
  const elsewhere = pages()
    .filter((page) => page !== OF_ONE)
    .map((page) => fetchedWith('portal', graph, page));
  spoken ??= fetchedWith('portal', graph, SPOKEN);
  const shared = [...fetchedWith('portal', graph, OF_ONE)].filter((id) => elsewhere.some((one) => one.has(id)));
  work = new Set(
    shared.filter((id) => !spoken?.has(id) && !isEntry(id) && !ACTIONS.test(id) && nameOfFrame(id, graph) === null),
  );
  return work;
}

/** Icons in the header of most lists. */
const OF_LISTS = /^Icon(Plus|UserSearch)$/;

/** Icons that the given modules name. */
const iconsOf = (ids: Iterable<string>, graph: Graph): ReadonlySet<string> =>
  new Set([...ids].flatMap((one) => graph.getModuleInfo(one)?.code?.match(/\bIcon[A-Z]\w+/g) ?? []));

/** Icons that the sources of the other applications name, whether fetched immediately or later. */
const iconsOfOthers = (): ReadonlySet<string> =>
  new Set(
    ['portal', 'verify', 'device', 'shared'].flatMap((application) =>
      readdirSync(join(here, application), { recursive: true, encoding: 'utf8' })
        .filter((file) => file.endsWith('.tsx'))
        .flatMap((file) => readFileSync(join(here, application, file), 'utf8').match(/\bIcon[A-Z]\w+/g) ?? []),
    ),
  );

/**
 * Assigns icons to chunks: icons of only the signer's pages to theirs, shared icons and the code that draws icons to
 * the shared chunk, icons of one record to its actions.
 */
function placeOfIcon(id: string, graph: Graph): 'signing' | 'base' | 'frame' | 'work' | null {
  const icon = /@tabler\/icons-react\/.*\/(\w+)\.m?js$/.exec(id)?.[1];
  if (icon === undefined) return null;
  if (icons === undefined) {
    const signer = iconsOf(fetchedWith('signer', graph), graph);
    const hand = iconsOf(fetchedWith('signer', graph, HAND), graph);
    const landing = iconsOf(fetchedWith('portal', graph, LANDING), graph);
    const ofOne = [...iconsOf(fetchedWith('portal', graph, OF_ONE), graph)];
    const checked = iconsOf(fetchedWith('verify', graph, RESULT), graph);
    const others = iconsOfOthers();
    icons = {
      signer: new Set([...signer].filter((one) => !others.has(one))),
      // Icons used only by the verifier or by signing by hand stay with them.
      shared: new Set([...signer, ...[...checked, ...hand].filter((one) => landing.has(one) || ofOne.includes(one))]),
      landing,
      work: new Set(ofOne.filter((one) => !landing.has(one))),
    };
  }
  if (icons.signer.has(icon)) return 'signing';
  if (icons.shared.has(icon) || !icon.startsWith('Icon')) return 'base';
  if (icons.landing.has(icon) || OF_LISTS.test(icon)) return 'frame';
  return icons.work.has(icon) ? 'work' : null;
}

const nameOfWork = (id: string, graph: Graph): string | null =>
  SMALL.test(id) || workOf(graph).has(id) || placeOfIcon(id, graph) === 'work' ? 'work' : null;

/** Puts what only the signer's pages fetch into one file, except parts that few of them need. */
function nameOfSigner(id: string, graph: Graph): string | null {
  if (placeOfIcon(id, graph) === 'signing') return 'signing';
  signing ??= fetchedWith('signer', graph);
  return signing.has(id) && !isEntry(id) && nameOfShared(id, graph) === null ? 'signing' : null;
}

/** Moves what the signer's pages, the verifier or the tablet also fetch out of the portal's file, into a separate one. */
function nameOfShared(id: string, graph: Graph): string | null {
  const [signer, device] = ['signer', 'device'].map((entry) => fetchedWith(entry, graph));
  several ??= new Set(
    [...(signer ?? []), ...fetchedWith('verify', graph, RESULT), ...(device ?? [])].filter(
      // Modules written for all applications are also fetched by others later.
      (one, place, all) =>
        nameOfFrame(one, graph) !== null ||
        all.indexOf(one) !== place ||
        (one.includes('/web/shared/') && !COPY.test(one)),
    ),
  );
  if (!several.has(id) || isEntry(id)) return null;
  // The portal's frame needs only a part of it, and so does every part of the portal that sends data.
  if (nameOfFrame(id, graph) !== null || SENT_ONCE.test(id)) return 'base';
  return KEY_OF_TABLET.test(id) ? 'device-key' : 'common';
}

/** Puts what every application fetches into one file: on a slow network each request adds a wait. */
function nameOfBase(id: string, graph: Graph): string | null {
  if (/node_modules\/(react|react-dom|scheduler)\/|vite\/preload-helper/.test(id)) return 'base';
  return placeOfIcon(id, graph) === 'base' || nameOfShared(id, graph) === 'base' ? 'base' : null;
}

const later = laterFiles();

export default defineConfig({
  root: here,
  base: '/',
  publicDir: false,
  cacheDir: join(repository, '.cache', 'vite'),
  plugins: [
    sharedCopied(),
    react(),
    schemasUnprinted(),
    partsUnused(),
    stylesInSheets(),
    wordsInHand(),
    pdfViewerAlone(),
    pdfViewerData(),
    loadingOrder(),
    callsInPlace(),
    later.plugin,
    listLandingFiles(),
    precompress(),
  ],
  css: { postcss: { plugins: [palettesUnused()] } },
  worker: { format: 'es', plugins: () => [pdfViewerAlone()] },
  build: {
    outDir: join(repository, 'dist', 'web'),
    emptyOutDir: true,
    manifest: true,
    assetsDir: 'assets',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false, resolveDependencies: later.resolveDependencies },
    reportCompressedSize: false,
    chunkSizeWarningLimit: 1500,
    rollupOptions: {
      input: entries(),
      output: {
        // The portal's main file names some 330 others. 42 bits tell the versions of one name apart, and digests do not compress.
        entryFileNames: 'assets/[name]-[hash:7].js',
        chunkFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:7][extname]',
        codeSplitting: {
          // The setting that keeps zod from compiling code must run before any schema: same chunk, first.
          groups: [
            { name: 'zod', test: /node_modules\/zod\/|web\/shared\/no-eval/, priority: 2 },
            // Self-contained chunks that wait for no other file.
            { name: FIRST[0], test: /\/portal\/preload\/first-requests\.ts$/, priority: 4 },
            { name: FIRST[1], test: /\/signer\/first-ask\.ts$/, priority: 4 },
            // Shared by the signer's pages and one page of the portal to record which pages were seen.
            {
              name: 'seen-pages',
              test: /\/(web\/shared\/pages-on-screen|domain\/signing\/trail\/page-ranges)\.ts$/,
              priority: 4,
            },
            { name: nameOfBase, priority: 3 },
            // Otherwise bundled into the viewer's file, although the signer's pages fetch it without the viewer.
            { name: 'pdfjs', test: VIEWERS, priority: 3 },
            { name: nameOfShared, test: /\/src\//, priority: 2 },
            { name: nameOfSigner, test: /\/src\/(web|domain)\/|@tabler\/icons-react/, priority: 1 },
            {
              name: nameOfFrame,
              test: /\/src\/(web|domain)\/|node_modules\/@/,
              priority: 1,
            },
            { name: nameOfWork, test: /\/src\/(web|domain)\/|@tabler\/icons-react/, priority: 0 },
            { name: 'document-actions', test: ACTIONS, priority: 0 },
            { name: 'validation', test: VALIDATION, priority: 0 },
            { name: 'viewer', test: /\/portal\/connected\/pdf\//, priority: 0 },
            // Puts what every list page draws into one file, except parts that forms and other pages use.
            {
              name: 'input',
              test: /@mantine\/core\/.+\/(TextInput|InputBase|Input|InlineInput)\/|\/portal\/(text\/typed-dates|connected\/form\/date-input)/,
              priority: 0,
            },
            { name: 'names', test: /\/domain\/places\/names/, priority: 0 },
            { name: 'warnings', test: /\/domain\/codes\/(fiscal-code|warnings)/, priority: 0 },
            { name: 'pause', test: /@mantine\/hooks\/.+\/use-(debounced-callback|callback-ref)/, priority: 0 },
            { name: 'legal-entities', test: /\/portal\/connected\/legal-entities/, priority: 0 },
            { name: 'list-state', test: /\/portal\/connected\/list\/list-state/, priority: 0 },
            { name: 'filter-select', test: /\/portal\/connected\/list\/filter-select/, priority: 0 },
            {
              name: 'list',
              test: /\/portal\/connected\/list\/(list-(page|body|card)|filter-(bar|and-sort)|filters|addressed-list|day-|search-box)/,
              priority: 0,
            },
            // Separate files would be smaller than their own import statements.
            {
              name: 'dialogs',
              test: /\/portal\/(connected\/(form\/(draft-note|use-edit-draft|stale-note|merge|wording)|act\/act-dialog)|ui\/dialogs\/(dialog|cancel-button|info-dialog|confirm))\./,
              priority: 0,
            },
          ],
        },
      },
    },
  },
});
