/** The layer table: which layers and packages each layer may import, as printed in ARCHITECTURE.md. */
import { isTest, type SourceFile } from './sources.ts';

const everything = 'everything';
type Layer =
  | 'domain'
  | 'contract'
  | 'ports'
  | 'formats'
  | 'pdf'
  | 'adapters'
  | 'server'
  | 'web'
  | 'main'
  | 'test'
  | 'scripts';

const pdfReading = ['@libpdf/core'];

const layerTable: Record<
  Layer,
  { layers: readonly Layer[] | 'everything'; packages: readonly (string | RegExp)[] | 'everything' }
> = {
  domain: { layers: [], packages: ['zod'] },
  contract: { layers: ['domain'], packages: ['zod'] },
  // The database port is Kysely's own type: a wrapper around a query builder would only be worse (decision 0002).
  ports: { layers: ['domain'], packages: ['kysely'] },
  formats: { layers: [], packages: pdfReading },
  pdf: {
    layers: ['domain', 'formats'],
    packages: [...pdfReading, 'pdfkit', 'pdfjs-dist', '@embedpdf/pdfium', '@napi-rs/canvas', 'node'],
  },
  adapters: { layers: ['ports', 'domain', 'formats', 'pdf'], packages: everything },
  server: {
    layers: ['domain', 'contract', 'ports', 'formats', 'pdf'],
    packages: [/^(@fastify\/.+|fastify.*)$/, 'kysely', 'pg-boss', 'jose', 'openid-client', 'pino', 'zod', 'node'],
  },
  web: {
    layers: ['domain', 'contract', 'formats'],
    packages: [
      /^(react|react-dom|i18next|react-i18next|dayjs|pdfjs-dist|uqr|zod|mantine-datatable)$/,
      /^@(mantine|tabler|tanstack|fontsource-variable)\//,
    ],
  },
  main: { layers: everything, packages: everything },
  test: { layers: everything, packages: everything },
  scripts: { layers: ['scripts'], packages: ['node'] },
};

const productLayers = ['domain', 'contract', 'ports', 'formats', 'pdf', 'adapters', 'server', 'web'] as const;

/** @returns the layer of a project file; undefined for tool configuration at the root. */
export function layerOf(path: string): Layer | undefined {
  if (path.startsWith('scripts/')) return 'scripts';
  // Tests of the web stay inside its boundaries; all others may import everything (a world, a database).
  if (path.startsWith('src/web/')) return /\/vite\.\w+\.ts$/.test(path) ? undefined : 'web';
  if (isTest(path)) return 'test';
  if (/^src\/[a-z-]+\.ts$/.test(path) || path.startsWith('src/cli/') || path.startsWith('tools/')) return 'main';
  return productLayers.find((layer) => path.startsWith(`src/${layer}/`));
}

/** Imports outside the layer table. */
export function layerViolations(files: readonly SourceFile[]): string[] {
  return files.flatMap((file) => {
    const layer = layerOf(file.path);
    if (!layer) return [];
    const allowed = layerTable[layer];
    return file.imports.flatMap(({ specifier, file: target, package: name }) => {
      if (target !== undefined) {
        const other = layerOf(target);
        const isAllowed =
          other === layer || allowed.layers === everything || (other !== undefined && allowed.layers.includes(other));
        return isAllowed ? [] : [`${file.path}: ${layer} may not import ${specifier}`];
      }
      const packages = isTest(file.path) ? everything : allowed.packages;
      if (name === undefined || packages === everything) return [];
      const fine = packages.some((one) => (typeof one === 'string' ? one === name : one.test(name)));
      return fine ? [] : [`${file.path}: ${layer} may not import the package ${name}`];
    });
  });
}

/** Packages that the server itself uses are not vendors: an adapter may import them along with the vendor it adapts to. */
const commonPackages = new Set(['node', 'zod', 'kysely', ...pdfReading]);

/** Adapters that import more than one vendor: each vendor must be replaceable separately. */
export function vendorViolations(files: readonly SourceFile[]): string[] {
  const adapters = files.filter((file) => file.path.startsWith('src/adapters/') && !isTest(file.path));
  return adapters.flatMap((file) => {
    const named = new Set(file.imports.flatMap((one) => (one.package ? [one.package.replace(/^@types\//, '')] : [])));
    const vendors = [...named].filter((name) => !commonPackages.has(name));
    return vendors.length > 1 ? [`${file.path}: one adapter, one vendor, not ${vendors.join(' and ')}`] : [];
  });
}

/** Features of the web that import one another, and applications (staff, signer, verifier) that import each other. */
export function featureViolations(files: readonly SourceFile[]): string[] {
  const feature = (path: string) => /^src\/web\/(\w+)\/features\/([^/]+)\//.exec(path)?.slice(1).join('/');
  const bundle = (path: string) => /^src\/web\/(portal|signer|verify|device)\//.exec(path)?.[1];
  return files.flatMap((file) =>
    file.imports.flatMap(({ file: target, specifier }) => {
      if (target === undefined) return [];
      const [mine, imported] = [feature(file.path), feature(target)];
      if (mine && imported && mine !== imported) return [`${file.path}: feature ${mine} may not import ${imported}`];
      const [here, there] = [bundle(file.path), bundle(target)];
      return here && there && here !== there ? [`${file.path}: ${here} may not import ${specifier}`] : [];
    }),
  );
}

/** Layers of the portal, lowest first: a layer may import those before it, `ui` imports none. */
const portalLayers: readonly (string | undefined)[] = ['ui', 'api', 'connected', 'entities', 'features'];

/** Imports from a lower layer of the portal into a higher one, and any product code that `ui` imports. */
export function portalLayerViolations(files: readonly SourceFile[]): string[] {
  const roomOf = (path: string) => /^src\/web\/portal\/(\w+)\//.exec(path)?.[1];
  const rank = (room: string | undefined) => portalLayers.indexOf(room);
  return files.flatMap((file) => {
    const from = rank(roomOf(file.path));
    if (from < 0 || isTest(file.path)) return [];
    return file.imports.flatMap(({ file: target, specifier }) => {
      if (target === undefined) return [];
      const product = from === 0 && /^src\/(domain|contract)\//.test(target);
      return product || rank(roomOf(target)) > from ? [`${file.path}: may not import ${specifier}`] : [];
    });
  });
}

/** Packages that the running server needs but `npm ci --omit=dev` would not install. */
export function dependencyViolations(files: readonly SourceFile[], packageJson: string): string[] {
  const dependencies = Object.keys(JSON.parse(packageJson).dependencies ?? {});
  const running = files.filter(
    (file) => file.path.startsWith('src/') && layerOf(file.path) !== 'web' && !isTest(file.path),
  );
  return running.flatMap((file) => {
    if (layerOf(file.path) === undefined) return [];
    return file.imports.flatMap(({ package: name, typeOnly }) => {
      if (name === undefined || name === 'node' || typeOnly || dependencies.includes(name)) return [];
      return [`${file.path}: ${name} is not among the dependencies of package.json`];
    });
  });
}

/** Libraries and readers that would block all requests; only the pool's threads and the gate's child process load them. */
const heavyModules = new Set(['@libpdf/core', 'pdfkit', 'pdfjs-dist', '@embedpdf/pdfium', '@napi-rs/canvas']);

/** The server's main thread loads nothing that reads or writes a PDF, directly or through any import. */
export function mainThreadViolations(files: readonly SourceFile[], start = 'src/start.ts'): string[] {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const seen = new Set<string>();
  const violations: string[] = [];
  const visit = (path: string, trail: readonly string[]): void => {
    if (seen.has(path)) return;
    seen.add(path);
    for (const imported of byPath.get(path)?.imports ?? []) {
      if (imported.typeOnly) continue;
      if (imported.package !== undefined && heavyModules.has(imported.package)) {
        violations.push(`${imported.package} on the main thread: ${[...trail, path].join(' → ')}`);
      }
      if (imported.file !== undefined) visit(imported.file, [...trail, path]);
    }
  };
  visit(start, []);
  for (const { path, imports } of files) {
    if (!path.startsWith('src/server/') || /\.(test|suite)\.ts$/.test(path)) continue;
    for (const { file = '', typeOnly } of imports) {
      if (!typeOnly && file.startsWith('src/pdf/')) violations.push(`${path} imports ${file} beside the pool`);
    }
  }
  return violations;
}
