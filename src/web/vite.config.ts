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
import { inlineCalls } from './vite.calls.ts';
import {
  removeSchemaPrinting,
  removeTextLoading,
  removeUnusedPalettes,
  removeUnusedParts,
  removeWrittenStyles,
} from './vite.libraries.ts';
import { servePdfViewerData, trimPdfViewer } from './vite.pdf.ts';

const webFolder = dirname(fileURLToPath(import.meta.url));
const repository = join(webFolder, '..', '..');

/** The entries that exist: the portal can be built before the signer's pages exist. */
function existingEntries(): Record<string, string> {
  const entryPages: Record<string, string> = {};
  for (const name of ['portal', 'signer', 'verify', 'device']) {
    const page = join(webFolder, name, 'index.html');
    if (existsSync(page)) entryPages[name] = page;
  }
  return entryPages;
}

/** Compresses scripts and styles at build time, as .br and .gz next to the file, for the server to choose from. */
function precompress(): Plugin {
  /** The contents by file: `npm run dev` builds at each change, and few files differ. */
  const compressed = new Map<string, Buffer>();
  return {
    name: 'fascicolo-precompress',
    apply: 'build',
    writeBundle(options, bundle) {
      for (const fileName of Object.keys(bundle)) {
        if (!/^assets\/[^/]+\.(m?js|css|svg)$/.test(fileName)) continue;
        const file = join(options.dir ?? '', fileName);
        const content = readFileSync(file);
        if (content.length < 256 || compressed.get(fileName)?.equals(content)) continue;
        compressed.set(fileName, content);
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
const EARLY_SCRIPTS = ['first-requests', 'early-request'] as const;

/**
 * Runs the early requests as soon as their script is loaded, because the answers take as long as the program. Then the
 * largest files: a browser makes six requests at a time, and on a slow network these take the longest.
 */
function orderLoading(): Plugin {
  const PRELOAD = /^\s*<link rel="modulepreload"[^>]* href="\/([^"]+)">\n/gm;
  return {
    name: 'fascicolo-loading-order',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(page, { bundle }) {
        const preloads = [...page.matchAll(PRELOAD)].map(([line, fileName = '']) => {
          const file = bundle?.[fileName];
          const [name, size] = file?.type === 'chunk' ? [file.name, file.code.length] : ['', 0];
          if (!EARLY_SCRIPTS.some((earlyScript) => earlyScript === name)) return { line, size };
          const script = `    <script type="module" async crossorigin src="/${fileName}"></script>\n`;
          return { line: script, size: Number.POSITIVE_INFINITY };
        });
        const lines = preloads.sort((a, b) => b.size - a.size).map(({ line }) => line);
        return page.replace(PRELOAD, () => lines.shift() ?? '');
      },
    },
  };
}

/** Preloads, of the files a chunk imports later, only those not already loaded with it: each chunk lists them by name. */
function lazyPreloads() {
  let imports: ReadonlyMap<string, readonly string[]> = new Map();
  const loadedWith = (host: string): ReadonlySet<string> => {
    const files = new Set([host]);
    for (const file of files) for (const name of imports.get(file) ?? []) files.add(name);
    return files;
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
    hostType === 'html' ? files : files.filter((file) => !loadedWith(hostId).has(file));
  return { plugin, resolveDependencies };
}

/** The bundler's module graph: a module's static imports, not its lazy ones. */
interface Graph {
  getModuleInfo: (
    id: string,
  ) => { importedIds: readonly string[]; importers: readonly string[]; code: string | null } | null;
}

/** Marks a module that the small applications share as the copy of one of them. */
const COPY_SUFFIX = /\?of=(\w+)$/;
const COPIED_MODULES =
  /\/(web\/shared\/(chrome\/|device-key\/|trusted-worker\.ts$)|domain\/devices\/(pairing-code|proof)\.ts$)/;

/**
 * Gives each small application its own copy of the chrome that they share, with only what it uses: a file for all of them
 * would be one more request and half a kilobyte more for each page. The start of a worker is in the PDF viewer's file,
 * which the verifier does not need. The tablet and signing by hand prove their calls with the tablet's key.
 */
function copySharedModules(): Plugin {
  return {
    name: 'fascicolo-shared-copied',
    apply: 'build',
    enforce: 'pre',
    async resolveId(source, importer = '', options) {
      if (!/^(\.{1,2}|#domain)\/.+\.tsx?$/.test(source)) return null;
      const application = COPY_SUFFIX.exec(importer)?.[1] ?? /\/web\/(signer|device|verify)\//.exec(importer)?.[1];
      if (application === undefined) return null;
      const found = await this.resolve(source, importer, { ...options, skipSelf: true });
      return found !== null && COPIED_MODULES.test(found.id) ? { ...found, id: `${found.id}?of=${application}` } : null;
    },
  };
}

const isOwnModule = (id: string): boolean => id.startsWith(join(repository, 'src')) && !id.includes('node_modules');

/** Our own modules that a browser fetches with an entry. */
function fetchedWith(entry: string, graph: Graph, ...pages: string[]): ReadonlySet<string> {
  const modules = new Set<string>();
  const queue = ['main.tsx', ...pages].map((file) => join(webFolder, entry, file));
  for (let id = queue.pop(); id !== undefined; id = queue.pop()) {
    if (modules.has(id) || !isOwnModule(id)) continue;
    modules.add(id);
    queue.push(...(graph.getModuleInfo(id)?.importedIds ?? []));
  }
  return modules;
}

/** The dashboard's modules, which other pages use as well. */
const LANDING = LANDINGS.dashboard.page;

/** The document's page with its actions and dialogs: most pages of one record use what it shares with others. */
const OF_ONE = LANDINGS.document.page;

/** The texts of that page; other pages fetch parts of them. */
const DOCUMENT_TEXTS = 'text/it/documents/document-texts.ts';
/** The actions on a document, with their texts: only for pages that offer them. */
const ACTIONS =
  /\/(portal\/entities\/documents\/(row-actions|use-document-acts)|portal\/text\/it\/documents\/document-actions|domain\/documents\/document-actions)\./;
/** The validation of typed values, and zod with it: only forms load it. */
const VALIDATION =
  /\/src\/domain\/(field-messages|validation|text-schemas|dossiers\/dossier|dealers\/brand-schema|entitlements\/amount|documents\/variable-issues|letters\/(printable|letter-ranges|typed-text))\./;
/** A few hundred bytes each, used by several pages: a separate file would double their size. */
const SMALL_MODULES =
  /\/src\/(domain\/(papers\/(paper|labels\/driver-fields|versions\/versions)|codes\/(vehicle|vat-number)|dossiers\/(contact-patterns|birth-date)|entitlements\/simple-signature|signing\/staff-signers)|web\/portal\/(entities\/pdf-start\/handover|ui\/(focus-left|expiry)))\./;
/** The part of the signer's pages that is fetched when a signer signs by hand. */
const HAND_PAGE = 'hand/hand-page.tsx';
/** The part of the verifier that is fetched with the worker. */
const RESULT_PAGE = 'pages/result.tsx';

let frame: ReadonlySet<string> | undefined;
let actionModules: ReadonlySet<string> | undefined;
let sharedModules: ReadonlySet<string> | undefined;
let spoken: ReadonlySet<string> | undefined;
let signerModules: ReadonlySet<string> | undefined;
let iconSets: Readonly<Record<'signer' | 'shared' | 'landing' | 'work', ReadonlySet<string>>> | undefined;

/** The engine shared by the portal’s viewer and the signer’s. */
const PDF_VIEWER =
  /node_modules\/pdfjs-dist\/|web\/shared\/(trusted-worker\.ts$|pinch-zoom|pdf\/)|icons-react\/.+\/IconZoom(In|Out)\./;

/** The hash by which every form recognises data that it has already sent. */
const FORM_HASH = /\/web\/shared\/sha256\.ts$/;

/** Entries keep their own files, to which the HTML refers. */
const isEntry = (id: string): boolean => id.endsWith('/main.tsx');

/** The part of a library that the portal's entry uses; other pages use more of it. */
const ENTRY_PROVIDER = /node_modules\/@mantine\/core\/.+\/MantineProvider\//;

/** Most pages load these few bytes; the start page does not. */
const USED_BY_MOST = /\/portal\/(connected\/lazy-dialog|record-id)\./;

/**
 * Puts what the portal always fetches into one file. By default the bundler makes one file per set of pages that share
 * modules: about a hundred, which no page fetches separately and which compress badly.
 */
function frameChunk(id: string, graph: Graph): string | null {
  if (ENTRY_PROVIDER.test(id) || USED_BY_MOST.test(id) || chunkOfIcon(id, graph) === 'frame') return 'frame';
  frame ??= fetchedWith('portal', graph, LANDING);
  return frame.has(id) && !isEntry(id) && !id.startsWith(join(webFolder, 'portal', dirname(LANDING))) ? 'frame' : null;
}

/** Every page that is fetched separately, relative to the portal's folder. */
const portalPages = (): string[] =>
  readdirSync(join(webFolder, 'portal/features'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('-page.tsx'))
    .map((file) => join('features', file));

/**
 * Puts the actions on one record into one file, for the same reason: otherwise some thirty files of a few hundred bytes
 * each would be fetched one after another.
 */
function actionModulesOf(graph: Graph): ReadonlySet<string> {
  if (actionModules !== undefined) return actionModules;
  const otherPages = portalPages()
    .filter((page) => page !== OF_ONE)
    .map((page) => fetchedWith('portal', graph, page));
  spoken ??= fetchedWith('portal', graph, DOCUMENT_TEXTS);
  const candidates = [...fetchedWith('portal', graph, OF_ONE)].filter((id) => otherPages.some((one) => one.has(id)));
  actionModules = new Set(
    candidates.filter((id) => !spoken?.has(id) && !isEntry(id) && !ACTIONS.test(id) && frameChunk(id, graph) === null),
  );
  return actionModules;
}

/** Icons in the header of most lists. */
const LIST_ICONS = /^Icon(Plus|UserSearch)$/;

/** Icons that the given modules name. */
const iconsOf = (ids: Iterable<string>, graph: Graph): ReadonlySet<string> =>
  new Set([...ids].flatMap((moduleId) => graph.getModuleInfo(moduleId)?.code?.match(/\bIcon[A-Z]\w+/g) ?? []));

/** Icons that the sources of the other applications name, whether fetched immediately or later. */
const iconsOfOtherApplications = (): ReadonlySet<string> =>
  new Set(
    ['portal', 'verify', 'device', 'shared'].flatMap((application) =>
      readdirSync(join(webFolder, application), { recursive: true, encoding: 'utf8' })
        .filter((file) => file.endsWith('.tsx'))
        .flatMap((file) => readFileSync(join(webFolder, application, file), 'utf8').match(/\bIcon[A-Z]\w+/g) ?? []),
    ),
  );

/**
 * Assigns icons to chunks: icons of only the signer's pages to theirs, shared icons and the code that draws icons to
 * the shared chunk, icons of one record to its actions.
 */
function chunkOfIcon(id: string, graph: Graph): 'signing' | 'base' | 'frame' | 'work' | null {
  const icon = /@tabler\/icons-react\/.*\/(\w+)\.m?js$/.exec(id)?.[1];
  if (icon === undefined) return null;
  if (iconSets === undefined) {
    const signer = iconsOf(fetchedWith('signer', graph), graph);
    const hand = iconsOf(fetchedWith('signer', graph, HAND_PAGE), graph);
    const landing = iconsOf(fetchedWith('portal', graph, LANDING), graph);
    const ofOne = [...iconsOf(fetchedWith('portal', graph, OF_ONE), graph)];
    const checked = iconsOf(fetchedWith('verify', graph, RESULT_PAGE), graph);
    const otherIcons = iconsOfOtherApplications();
    iconSets = {
      signer: new Set([...signer].filter((name) => !otherIcons.has(name))),
      // Icons used only by the verifier or by signing by hand stay with them.
      shared: new Set([...signer, ...[...checked, ...hand].filter((one) => landing.has(one) || ofOne.includes(one))]),
      landing,
      work: new Set(ofOne.filter((name) => !landing.has(name))),
    };
  }
  if (iconSets.signer.has(icon)) return 'signing';
  if (iconSets.shared.has(icon) || !icon.startsWith('Icon')) return 'base';
  if (iconSets.landing.has(icon) || LIST_ICONS.test(icon)) return 'frame';
  return iconSets.work.has(icon) ? 'work' : null;
}

const actionChunk = (id: string, graph: Graph): string | null =>
  SMALL_MODULES.test(id) || actionModulesOf(graph).has(id) || chunkOfIcon(id, graph) === 'work' ? 'work' : null;

/** Puts what only the signer's pages fetch into one file, except parts that few of them need. */
function signerChunk(id: string, graph: Graph): string | null {
  if (chunkOfIcon(id, graph) === 'signing') return 'signing';
  signerModules ??= fetchedWith('signer', graph);
  return signerModules.has(id) && !isEntry(id) && sharedChunk(id, graph) === null ? 'signing' : null;
}

/** Moves what the signer's pages, the verifier or the tablet also fetch out of the portal's file, into a separate one. */
function sharedChunk(id: string, graph: Graph): string | null {
  const [signer, device] = ['signer', 'device'].map((entry) => fetchedWith(entry, graph));
  sharedModules ??= new Set(
    [...(signer ?? []), ...fetchedWith('verify', graph, RESULT_PAGE), ...(device ?? [])].filter(
      // Modules written for all applications are also fetched by others later.
      (moduleId, index, moduleIds) =>
        frameChunk(moduleId, graph) !== null ||
        moduleIds.indexOf(moduleId) !== index ||
        (moduleId.includes('/web/shared/') && !COPY_SUFFIX.test(moduleId)),
    ),
  );
  if (!sharedModules.has(id) || isEntry(id)) return null;
  // The portal's frame needs only a part of it, and so does every part of the portal that sends data.
  if (frameChunk(id, graph) !== null || FORM_HASH.test(id)) return 'base';
  return 'common';
}

/** Puts what every application fetches into one file: on a slow network each request adds a wait. */
function baseChunk(id: string, graph: Graph): string | null {
  if (/node_modules\/(react|react-dom|scheduler)\/|vite\/preload-helper/.test(id)) return 'base';
  return chunkOfIcon(id, graph) === 'base' || sharedChunk(id, graph) === 'base' ? 'base' : null;
}

const lazyFiles = lazyPreloads();

export default defineConfig({
  root: webFolder,
  base: '/',
  publicDir: false,
  cacheDir: join(repository, '.cache', 'vite'),
  plugins: [
    copySharedModules(),
    react(),
    removeSchemaPrinting(),
    removeUnusedParts(),
    removeWrittenStyles(),
    removeTextLoading(),
    trimPdfViewer(),
    servePdfViewerData(),
    orderLoading(),
    inlineCalls(),
    lazyFiles.plugin,
    listLandingFiles(),
    precompress(),
  ],
  css: { postcss: { plugins: [removeUnusedPalettes()] } },
  worker: { format: 'es', plugins: () => [trimPdfViewer()] },
  build: {
    outDir: join(repository, 'dist', 'web'),
    // A single build empties the folder by the command line (scripts/web-build.mjs); one at each change does not.
    emptyOutDir: false,
    manifest: true,
    assetsDir: 'assets',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false, resolveDependencies: lazyFiles.resolveDependencies },
    reportCompressedSize: false,
    chunkSizeWarningLimit: 1500,
    rollupOptions: {
      input: existingEntries(),
      output: {
        // The portal's main file names some 330 others. 42 bits distinguish the versions of one name, and digests do not compress.
        entryFileNames: 'assets/[name]-[hash:7].js',
        chunkFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:7][extname]',
        codeSplitting: {
          // The setting that prevents zod from compiling code must run before any schema: first in the same chunk.
          groups: [
            { name: 'zod', test: /node_modules\/zod\/|web\/shared\/no-eval/, priority: 2 },
            // Self-contained chunks that wait for no other file.
            { name: EARLY_SCRIPTS[0], test: /\/portal\/preload\/first-requests\.ts$/, priority: 4 },
            { name: EARLY_SCRIPTS[1], test: /\/signer\/early-request\.ts$/, priority: 4 },
            // Shared by the signer's pages and one page of the portal to record which pages were seen.
            {
              name: 'seen-pages',
              test: /\/(web\/shared\/pages-on-screen|domain\/signing\/trail\/page-ranges)\.ts$/,
              priority: 4,
            },
            { name: baseChunk, priority: 3 },
            // Otherwise bundled into the viewer's file, although the signer's pages fetch it without the viewer.
            { name: 'pdfjs', test: PDF_VIEWER, priority: 3 },
            { name: sharedChunk, test: /\/src\//, priority: 2 },
            { name: signerChunk, test: /\/src\/(web|domain)\/|@tabler\/icons-react/, priority: 1 },
            {
              name: frameChunk,
              test: /\/src\/(web|domain)\/|node_modules\/@/,
              priority: 1,
            },
            { name: actionChunk, test: /\/src\/(web|domain)\/|@tabler\/icons-react/, priority: 0 },
            { name: 'document-actions', test: ACTIONS, priority: 0 },
            { name: 'validation', test: VALIDATION, priority: 0 },
            { name: 'viewer', test: /\/portal\/connected\/pdf\//, priority: 0 },
            // Puts what every list page draws into one file, except parts that forms and other pages use.
            {
              name: 'input',
              test: /@mantine\/core\/.+\/(TextInput|InputBase|Input|InlineInput)\/|\/portal\/(text\/typed-dates|connected\/form\/date-input)/,
              priority: 0,
            },
            { name: 'names', test: /\/domain\/places\/place-names/, priority: 0 },
            { name: 'warnings', test: /\/domain\/codes\/(fiscal-code|code-warnings)/, priority: 0 },
            { name: 'pause', test: /@mantine\/hooks\/.+\/use-(debounced-callback|callback-ref)/, priority: 0 },
            { name: 'legal-entities', test: /\/portal\/connected\/legal-entities/, priority: 0 },
            { name: 'list-state', test: /\/portal\/connected\/list\/list-state/, priority: 0 },
            { name: 'filter-select', test: /\/portal\/connected\/list\/filter-select/, priority: 0 },
            {
              name: 'list',
              test: /\/portal\/connected\/list\/(list-(page|body|card)|filter-(bar|and-sort)|filters|list-in-url|day-|search-box)/,
              priority: 0,
            },
            // Separate files would be smaller than their own import statements.
            {
              name: 'dialogs',
              test: /\/portal\/(connected\/(form\/(lazy-draft-note|use-edit-draft|stale-note|merge-changes|form-messages)|act\/act-dialog)|ui\/dialogs\/(dialog|cancel-button|info-dialog|confirm))\./,
              priority: 0,
            },
          ],
        },
      },
    },
  },
});
