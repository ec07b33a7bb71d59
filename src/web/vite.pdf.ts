/** Build of pdf.js: removes what the viewers never use, and serves what it fetches at run time from our own address (record 0055). */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runInNewContext } from 'node:vm';
import type { Plugin } from 'vite';

const source = join(dirname(fileURLToPath(import.meta.url)), '../../node_modules/pdfjs-dist');
const { version } = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8')) as { version: string };

/** Below the path of all other assets, cached forever like them. */
const DATA = `assets/pdfjs-${version}`;
const WORDS = `${DATA}/brotli/words.txt`;

type Replacement = readonly [found: RegExp, instead: string];

/** Globals for scripts without imports; they would prevent tree shaking. */
const GLOBALS: Replacement = [/^(\{\n {2})?globalThis\._?pdfjs\w+ = \{[^}]*\};$(\n\})?/m, ''];

/** The comment line before each module in the bundle of pdf.js. */
const PART = /^;\/\/ (\.\/\S+)\n/m;

/** Unused in the page: the editor, and the layers of forms and links. */
const UNUSED_PARTS = /^\.\/src\/display\/(editor\/|(annotation_layer|draw_layer|touch_manager|svg_factory)\.js$)/;
/** pdf.js checks against this class whether stored data comes from an editor; here it never does. */
const EDITOR_STUB = 'class AnnotationEditor {}\n';

/** Unused in the worker: XFA forms, which are never shown; saving; compilation to WebAssembly, which our pages forbid. */
const UNUSED: readonly Replacement[] = [
  [/data \? new XFAFactory\(data\) : null/, 'null'],
  [/XFAFactory\.getRichTextAsHtml\(\w+\.get\("RC"\)\)/, 'null'],
  [/getXfaFontName\(fontName\.name\)/, 'null'],
  [/getXfaFontName\(`\$\{missing\}-Regular`\)/, 'null'],
  [/(?<== )getXfaFontDict\(fontName\.name\)/, 'null'],
  [/getXfaFontDict\(name\)(?=, \{)/, 'null'],
  [/^ {4}handler\.on\("ExtractPages",[\s\S]*?^ {4}\}\);$/m, ''],
  [/^ {4}handler\.on\("SaveDocument",[\s\S]*?^ {4}\}\);$/m, ''],
  [/buildPostScriptWasmFunction\(psCode, domain, range\)/, 'null'],
];

/**
 * Brotli's built-in dictionary (RFC 7932, appendix A), a fifth of the worker's program: fetched only for the rare file
 * that is compressed that way.
 */
const BROTLI_WORDS = /(?<=unpackDictionaryData\(dictionaryData, )"(?:[^"\\]|\\.)*", "(?:[^"\\]|\\.)*"/;
const BROTLI: readonly Replacement[] = [
  [BROTLI_WORDS, 'brotliWords(), ""'],
  [
    /^let BrotliDecode = makeBrotliDecode\(\);$/m,
    `let brotliDecode;
function BrotliDecode(bytes) { return (brotliDecode ??= makeBrotliDecode())(bytes); }
function brotliWords() {
  const asked = new XMLHttpRequest();
  asked.open("GET", "/${WORDS}", false);
  asked.send();
  if (asked.status !== 200) throw new Error("The words of Brotli did not come");
  return asked.responseText;
}`,
  ],
];

function cut(code: string, replacements: readonly Replacement[]): string {
  return replacements.reduce((text, [pattern, replacement]) => {
    if (!pattern.test(text)) throw new Error(`pdf.js ${version} has changed, not found: ${pattern.source}`);
    return text.replaceAll(new RegExp(pattern.source, `${pattern.flags}g`), () => replacement);
  }, code);
}

const declaredIn = (part: string): string[] =>
  [...part.matchAll(/^(?:async )?(?:class|function\*?|const|let|var) ([\w$]+)/gm)].map(([, name = '']) => name);

/** Removes the parts of the page's side that no viewer uses; the remaining code may not name them. */
function withoutParts(code: string): string {
  const [head = '', ...namedParts] = code.split(PART);
  const parts = namedParts.flatMap((name, at) => (at % 2 === 0 ? [{ name, text: namedParts[at + 1] ?? '' }] : []));
  const left = parts.filter(({ name }) => UNUSED_PARTS.test(name));
  const kept = [head, EDITOR_STUB, ...parts.filter((part) => !left.includes(part)).map(({ text }) => text)].join('');
  const program = kept.replace(/^export \{[^}]*\};$/m, '');
  const removedNames = left.flatMap(({ text }) => declaredIn(text)).filter((name) => name !== 'AnnotationEditor');
  const usedNames = removedNames.filter((name) =>
    new RegExp(`(?<![.\\w$#"])${name.replace('$', '\\$')}(?![\\w$:])`).test(program),
  );
  if (left.length === 0 || usedNames.length > 0) throw new Error(`pdf.js ${version} uses ${usedNames.join(', ')}`);
  const exported =
    /^export \{([^}]*)\};$/m
      .exec(kept)?.[1]
      ?.split(',')
      .map((name) => name.trim()) ?? [];
  return `${program}\nexport { ${exported.filter((name) => !removedNames.includes(name)).join(', ')} };\n`;
}

/** Removes from pdf.js what the viewers never use: almost half of the page's side, a third of the worker's. */
export function trimPdfViewer(): Plugin {
  return {
    name: 'fascicolo-pdf-viewer-alone',
    apply: 'build',
    transform: {
      filter: { id: /node_modules\/pdfjs-dist\/legacy\/build\/pdf(\.worker)?\.mjs$/ },
      handler(code, id) {
        const alone = cut(code, [GLOBALS]);
        return { code: id.includes('worker') ? cut(alone, [...UNUSED, ...BROTLI]) : withoutParts(alone), map: null };
      },
    },
  };
}

/**
 * Serves the files that the PDF viewer requests at run time from our own address.
 * The JavaScript versions of the image decoders replace WebAssembly, which the page's policy does not allow.
 */
export function servePdfViewerData(): Plugin {
  const folders: readonly (readonly [folder: string, matches: RegExp])[] = [
    ['cmaps', /\.bcmap$/],
    ['standard_fonts', /\.(pfb|ttf)$/],
    ['iccs', /\.icc$/],
    ['wasm', /_nowasm_fallback\.js$/],
  ];
  return {
    name: 'fascicolo-pdf-viewer-data',
    apply: 'build',
    generateBundle() {
      for (const [folder, matches] of folders) {
        for (const file of readdirSync(join(source, folder)).filter((name) => matches.test(name))) {
          const fileName = `${DATA}/${folder}/${file}`;
          this.emitFile({ type: 'asset', fileName, source: readFileSync(join(source, folder, file)) });
        }
      }
      const [dictionary] = BROTLI_WORDS.exec(readFileSync(join(source, 'legacy/build/pdf.worker.mjs'), 'utf8')) ?? [];
      this.emitFile({ type: 'asset', fileName: WORDS, source: String(runInNewContext(`[${dictionary}].join('')`)) });
    },
  };
}
