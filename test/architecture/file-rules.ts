/** Rules that hold in every file: size, names, a first sentence, no paths of one machine, exact versions, tests that run. */
import { isTest, type SourceFile } from './sources.ts';

export const LINE_LIMIT = 500;
const writtenFile = /^(src|test|scripts|db)\/.*\.(ts|tsx|mjs|css|sql)$/;

/** Lines of a file, without a final empty one. */
export function linesOf(file: SourceFile): number {
  return file.text.replace(/\n$/, '').split('\n').length;
}

/** The files people write and read: source, tests, scripts, SQL. */
export function writtenFiles(files: readonly SourceFile[]): SourceFile[] {
  return files.filter((file) => writtenFile.test(file.path));
}

export function sizeViolations(files: readonly SourceFile[]): string[] {
  const long = writtenFiles(files).filter((file) => linesOf(file) > LINE_LIMIT);
  return long.map((file) => `${file.path}: ${linesOf(file)} lines, at most ${LINE_LIMIT}`);
}

const kebab = /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+(-[a-z0-9]+)*)*\.[a-z]+$/;
/** A function belongs with the noun it is about; the sales manager is a person of the product. */
const empty = /(^|-)(utils?|helpers?|common|misc|shared-code|manager|service)$/;
const people = new Set(['sales-manager', 'sale-manager']);

export function nameViolations(files: readonly SourceFile[]): string[] {
  return writtenFiles(files).flatMap((file) => {
    const name = file.path.split('/').at(-1) ?? '';
    const stem = name.split('.')[0] ?? '';
    if (!kebab.test(name)) return [`${file.path}: file names are kebab-case`];
    return empty.test(stem) && !people.has(stem) ? [`${file.path}: "${stem}" says nothing of what is inside`] : [];
  });
}

/** The first comment of a file, without its markers; directives before it (shebang, test environment, --!) do not count. */
function firstSentence(file: SourceFile): string | undefined {
  const text = file.text.replace(
    /^(\/\/\/ <reference.*\n|#!.*\n|\/\/ @[\w-]+.*\n|\/\*\* @[\w-]+.*\*\/\n|--!.*\n|\s*\n)+/,
    '',
  );
  const block = /^\/\*+([\s\S]*?)\*\//.exec(text)?.[1] ?? /^((?:(?:\/\/|--).*\n)+)/.exec(text)?.[1];
  return block
    ?.replace(/^\s*(\*|\/\/\/?|--)\s?/gm, '')
    .replace(/\s+/g, ' ')
    .trim();
}

export function headCommentViolations(files: readonly SourceFile[]): string[] {
  // Exempt: a CSS module, which its component describes, and a file that only references a tool's types.
  const telling = writtenFiles(files).filter(
    (file) => !file.path.endsWith('.module.css') && file.text.replace(/^\/\/\/ <reference.*$/gm, '').trim() !== '',
  );
  return telling.flatMap((file) => {
    const head = firstSentence(file);
    if (head === undefined) return [`${file.path}: begins without a sentence on what it is for`];
    return /^\S+ \S+ .*[.!?:](\s|$|\))/.test(head)
      ? []
      : [`${file.path}: its first comment is no sentence: "${head.slice(0, 60)}"`];
  });
}

/** Folders of one machine, and the addresses of package registries. Spelled so that this line does not match itself. */
const machineNames = new RegExp(`(^|[^\\w.-])/(${['work', 'farm', 'home', 'Users', 'root'].join('|')})/[\\w.]`, 'm');

export function machineViolations(files: readonly SourceFile[]): string[] {
  return files.flatMap((file) => {
    const machineFolder = machineNames.exec(file.text)?.[0];
    return machineFolder === undefined ? [] : [`${file.path}: names a folder of one machine: ${machineFolder.trim()}…`];
  });
}

export function pinViolations(packageJson: string): string[] {
  const parsed = JSON.parse(packageJson);
  return ['dependencies', 'devDependencies', 'optionalDependencies', 'overrides'].flatMap((part) =>
    Object.entries(parsed[part] ?? {}).flatMap(([name, version]) =>
      /^\d+\.\d+\.\d+(-[\w.]+)?$/.test(String(version))
        ? []
        : [`package.json: ${name} is "${version}", not one exact version`],
    ),
  );
}

/** Packages without a line in the record of libraries; `@scope/a, b` there names both. */
export function reasonViolations(packageJson: string, record: string): string[] {
  const parsed = JSON.parse(packageJson);
  const rows = record.split('\n').filter((line) => line.startsWith('| '));
  const reasoned = new Set(
    rows.flatMap((line) => {
      const names = (line.split('|')[1] ?? '').split(',').map((name) => name.trim());
      const scope = /^@[^/]+\//.exec(names[0] ?? '')?.[0] ?? '';
      return names.flatMap((name) => [name, scope + name]);
    }),
  );
  return Object.keys({ ...parsed.dependencies, ...parsed.devDependencies })
    .filter((name) => !reasoned.has(name) && !(name.startsWith('@types/') && reasoned.has('@types/*')))
    .map((name) => `package.json: ${name} has no line in the record of libraries`);
}

export function lockViolations(lockfile: string): string[] {
  const { packages } = JSON.parse(lockfile);
  return Object.entries<Record<string, unknown>>(packages).flatMap(([path, entry]) => {
    if (path === '') return [];
    if (typeof entry.resolved === 'string') return [`package-lock.json: ${path} names the host ${entry.resolved}`];
    return typeof entry.integrity === 'string' ? [] : [`package-lock.json: ${path} has no hash`];
  });
}

const inactive = /\b(?:it|test|describe|suite)(?:\.\w+)*\.(only|skip|todo|fixme|fails)\b/;
const conditional = /\.(?:skipIf|runIf)\((.*)$/gm;
/** What a machine may lack in a quick run: the second database, the corpora of third-party files. */
const acceptedReason = /onPostgres|POSTGRES|CORPORA|corpora/;

/** All other tests share loaded modules, one file after another (vitest.config.ts). */
const modulesMockedTest = /^src\/web\/.*\.mocks\.test\.tsx?$/;

/** Tests that would not run: skipped, exclusive (`only`), conditional without a good reason, or where no runner looks. */
export function testViolations(files: readonly SourceFile[]): string[] {
  return files.flatMap((file) => {
    const found: string[] = [];
    if (/^src\/.*\.spec\.tsx?$/.test(file.path)) found.push(`${file.path}: no runner looks for .spec files in src`);
    if (!/\.(test|suite|spec)\.tsx?$/.test(file.path) && !file.path.startsWith('test/journeys/')) return found;
    const off = inactive.exec(file.code)?.[0];
    if (off) found.push(`${file.path}: ${off} does not run`);
    for (const [line, condition = ''] of file.code.matchAll(conditional)) {
      if (!acceptedReason.test(condition)) found.push(`${file.path}: ${line.trim()} may never run`);
    }
    if (/^test\/journeys\//.test(file.path) && /waitForTimeout|setTimeout\(/.test(file.code)) {
      found.push(`${file.path}: a journey waits for something seen, never for time`);
    }
    if (
      !modulesMockedTest.test(file.path) &&
      !file.path.startsWith('test/architecture') &&
      /\bvi\.(mock|doMock|resetModules)\(/.test(file.code)
    ) {
      found.push(`${file.path}: what replaces a module is named .mocks.test, in src/web, and has modules of its own`);
    }
    return found;
  });
}

const nodeGlobals =
  /(?<![.\w'"])((Buffer|process|window|localStorage|__dirname)\b(?=[.([])|document\.(body|head|create|query|get|add)\w*)/;
const clockOrChance = /\bDate\.now\(|\bnew Date\(\s*\)|\bMath\.random\(|\bcrypto\.randomUUID\(/;

/** Pure code that uses the machine's clock, randomness, the page or Node; all of these must be passed in. */
export function purityViolations(files: readonly SourceFile[]): string[] {
  return files.flatMap((file) => {
    if (isTest(file.path)) return [];
    const violations: string[] = [];
    const reportMatch = (what: RegExp) => {
      const match = what.exec(file.code)?.[0];
      if (match !== undefined) violations.push(`${file.path}: ${match.trim()} does not belong into pure code`);
    };
    if (/^src\/(domain|contract|formats)\//.test(file.path)) reportMatch(nodeGlobals);
    if (/^src\/(domain|contract)\//.test(file.path)) reportMatch(clockOrChance);
    return violations;
  });
}
