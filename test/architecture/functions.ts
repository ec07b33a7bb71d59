/** Finds functions that have other functions or values as properties: each of these should be a separate export. */
import type { SourceFile } from './sources.ts';
import { linesOfOffsets, type Node, nameOf, syntaxOf, visitNodes } from './syntax.ts';

/** Files that match neither cannot break the rule and need no parsing. */
const possible = /\bObject\.(assign|defineProperty|defineProperties)\(|^\s*[\w$]+\.[\w$]+ = /m;
const isFunction = (node: unknown) =>
  /^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test((node as Node | null)?.type ?? '');

/** Names of functions that a file declares at any depth. */
function functionsIn(file: SourceFile): Set<string> {
  const names = new Set<string>();
  visitNodes(syntaxOf(file), (node) => {
    const name =
      isFunction(node) || (node.type === 'VariableDeclarator' && isFunction(node.init)) ? nameOf(node.id) : undefined;
    if (name !== undefined) names.add(name);
  });
  return names;
}

/** Local names of imported functions. */
function importedFunctions(file: SourceFile, files: ReadonlyMap<string, SourceFile>): string[] {
  return (syntaxOf(file).body as Node[]).flatMap((statement) => {
    if (statement.type !== 'ImportDeclaration') return [];
    const specifier = (statement.source as { value?: string }).value;
    const target = files.get(file.imports.find((imported) => imported.specifier === specifier)?.file ?? '');
    if (!target || !/\.tsx?$/.test(target.path)) return [];
    const there = functionsIn(target);
    return ((statement.specifiers ?? []) as Node[]).flatMap((specifierNode) =>
      there.has(nameOf(specifierNode.imported) ?? '') ? (nameOf(specifierNode.local) ?? []) : [],
    );
  });
}

/** `Object.assign(fn, …)`, `Object.defineProperty(fn, …)` and `fn.name = …` for functions declared in the file or imported by name. */
export function functionsOnFunctions(files: readonly SourceFile[]): string[] {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const chosen = files.filter((file) => /^(src|test)\/.*\.tsx?$/.test(file.path) && possible.test(file.code));
  return chosen.flatMap((file) => {
    const assignments: string[] = [];
    const functions = functionsIn(file);
    for (const name of importedFunctions(file, byPath)) functions.add(name);
    const lineOf = linesOfOffsets(file.text);
    const fault = (node: Node) =>
      assignments.push(`${file.path}:${lineOf(node.start)}: a function with properties; export each of them by itself`);
    const isOne = (node: unknown) =>
      isFunction(node) || ((node as Node).type === 'Identifier' && functions.has(nameOf(node) ?? ''));
    visitNodes(syntaxOf(file), (node) => {
      const [target] = (node.arguments ?? []) as Node[];
      const callee = node.callee as Node | undefined;
      if (
        node.type === 'CallExpression' &&
        callee?.type === 'MemberExpression' &&
        nameOf(callee.object) === 'Object' &&
        /^(assign|definePropert(y|ies))$/.test(nameOf(callee) ?? '') &&
        target &&
        isOne(target)
      ) {
        fault(node);
      }
      const left = node.left as Node | undefined;
      if (
        node.type === 'AssignmentExpression' &&
        left?.type === 'MemberExpression' &&
        !left.computed &&
        isOne(left.object)
      )
        fault(node);
    });
    return assignments;
  });
}
