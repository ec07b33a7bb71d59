/** Finds types of server answers that the browser code declares itself instead of using the contract. */
import { isTest, type SourceFile } from './sources.ts';
import { linesOfOffsets, type Node, nameOf, syntaxOf, visitNodes } from './syntax.ts';

/** Functions whose type argument is the answer of a call. */
export const CALLERS: ReadonlySet<string> = new Set(['call', 'callPage', 'callUpload', 'ask', 'post', 'search']);

interface Declared {
  readonly file: SourceFile;
  readonly node: Node;
}

interface Module {
  readonly file: SourceFile;
  /** Interfaces and aliases declared here. */
  readonly types: ReadonlyMap<string, Node>;
  /** Local name to the file and its name there. */
  readonly imported: ReadonlyMap<string, { readonly path: string; readonly name: string }>;
}

function moduleOf(file: SourceFile): Module {
  const types = new Map<string, Node>();
  const imported = new Map<string, { path: string; name: string }>();
  const paths = new Map(file.imports.map((imported) => [imported.specifier, imported.file]));
  for (const statement of syntaxOf(file).body as Node[]) {
    const node = (statement.declaration ?? statement) as Node;
    if (/^TS(Interface|TypeAlias)Declaration$/.test(node.type)) types.set(nameOf(node.id) ?? '', node);
    const path = paths.get((statement.source as { value?: string } | null)?.value ?? '');
    if (path === undefined) continue;
    for (const one of (statement.specifiers ?? []) as Node[]) {
      const exportedName = nameOf(one.imported ?? one.local);
      const localName = nameOf(one.type === 'ExportSpecifier' ? one.exported : one.local);
      if (exportedName && localName) imported.set(localName, { path, name: exportedName });
    }
  }
  return { file, types, imported };
}

/** Types of answers where they are used: the type argument of a caller, and the type a body is cast to. */
function answerTypesIn(module: Module): Node[] {
  const typeNodes: Node[] = [];
  visitNodes(syntaxOf(module.file), (node) => {
    if (node.type === 'CallExpression' && node.typeArguments && CALLERS.has(nameOf(node.callee) ?? '')) {
      typeNodes.push(node.typeArguments as Node);
    }
    if (node.type === 'TSTypePredicate' && nameOf(node.parameterName) === 'body') typeNodes.push(node);
  });
  return typeNodes;
}

/** @returns `file:line name` of each type that is part of an answer and declares properties itself. */
export function wireTypesByHand(files: readonly SourceFile[]): string[] {
  const web = files.filter((file) => /^src\/web\/.*\.tsx?$/.test(file.path) && !isTest(file.path));
  const modules = new Map(web.map((file) => [file.path, moduleOf(file)]));
  const declaredTypes = new Set<string>();
  const visited = new Set<Node>();
  const declarationOf = (module: Module, name: string): Declared | undefined => {
    const node = module.types.get(name);
    if (node) return { file: module.file, node };
    const target = module.imported.get(name);
    const next = target && modules.get(target.path);
    return next ? declarationOf(next, target.name) : undefined;
  };
  const collect = (module: Module, node: Node, name: string) => {
    if (visited.has(node)) return;
    visited.add(node);
    const lineOf = linesOfOffsets(module.file.text);
    visitNodes(node, (part) => {
      if (part.type === 'TSPropertySignature') declaredTypes.add(`${module.file.path}:${lineOf(node.start)} ${name}`);
      const used =
        part.type === 'TSTypeReference'
          ? nameOf(part.typeName)
          : part.type === 'TSInterfaceHeritage'
            ? nameOf(part.expression)
            : undefined;
      const declared = used === undefined ? undefined : declarationOf(module, used);
      const owner = declared && modules.get(declared.file.path);
      if (owner && declared) collect(owner, declared.node, used ?? '');
    });
  };
  for (const module of modules.values()) for (const node of answerTypesIn(module)) collect(module, node, '{…}');
  return [...declaredTypes].sort();
}
