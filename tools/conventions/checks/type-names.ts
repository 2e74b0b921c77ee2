import ts from 'typescript';
import type { ConventionCheck, Finding } from '../finding.ts';
import { isForTests, isTypeScript, lineOf, sourceOf } from '../source.ts';
import type { Tree } from '../tree.ts';

const product = /^(apps|packages)\/[^/]+\/src\//;

type Declared = { name: string; file: string; line: number };

function exportedTypesOf(tree: Tree, file: string): Declared[] {
  const source = sourceOf(tree, file);
  return source.statements.flatMap((statement) => {
    const isType =
      ts.isTypeAliasDeclaration(statement) ||
      ts.isInterfaceDeclaration(statement) ||
      ts.isClassDeclaration(statement);
    if (!isType || statement.name === undefined) return [];
    const isExported = statement.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) ?? false;
    return isExported ? [{ name: statement.name.text, file, line: lineOf(source, statement) }] : [];
  });
}

/** Requires unique names, so that a reader recognizes an imported type without opening the import. */
export const typeNames: ConventionCheck = {
  name: 'type-names',
  run: (tree) => {
    const declared = tree.files
      .filter((file) => product.test(file) && isTypeScript(file) && !isForTests(file))
      .flatMap((file) => exportedTypesOf(tree, file));
    const first = new Map<string, Declared>();
    return declared.flatMap(({ name, file, line }): Finding[] => {
      const known = first.get(name);
      if (known === undefined) {
        first.set(name, { name, file, line });
        return [];
      }
      const problem = `${name} is also an exported type of ${known.file}`;
      return [
        { file, line, problem, cure: 'Qualify one of them: PortSession and LoginSession, not Session.' },
      ];
    });
  },
};
