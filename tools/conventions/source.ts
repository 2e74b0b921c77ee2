import ts from 'typescript';
import type { Tree } from './tree.ts';

const parsed = new WeakMap<Tree, Map<string, ts.SourceFile>>();

/** Returns the syntax tree of a TypeScript file, parsed once for all checks. */
export function sourceOf(tree: Tree, file: string): ts.SourceFile {
  const files = parsed.get(tree) ?? new Map<string, ts.SourceFile>();
  parsed.set(tree, files);
  const source = files.get(file) ?? ts.createSourceFile(file, tree.read(file), ts.ScriptTarget.Latest, true);
  files.set(file, source);
  return source;
}

/** Yields a node and all nodes below it, parents before children. */
export function* nodesOf(node: ts.Node): Generator<ts.Node> {
  const waiting = [node];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    yield next;
    const children: ts.Node[] = [];
    ts.forEachChild(next, (child) => {
      children.push(child);
    });
    waiting.push(...children.reverse());
  }
}

/** Returns the line (from 1) on which a node's text begins. */
export function lineOf(source: ts.SourceFile, node: ts.Node): number {
  return lineAt(source, node.getStart(source));
}

export function lineAt(source: ts.SourceFile, position: number): number {
  return source.getLineAndCharacterOfPosition(position).line + 1;
}

/** Returns whether a line has a comment, or the line before it is one. Lines count from 1. */
export function hasCommentAt(source: ts.SourceFile, line: number): boolean {
  const lines = source.text.split('\n');
  const same = lines[line - 1] ?? '';
  const before = (lines[line - 2] ?? '').trim();
  return /(^|\s)(\/\/|\/\*)\s*\S/.test(same) || /^(\/\/|\/\*|\*)/.test(before);
}

/** Returns whether a node is a string, or a part of a template between placeholders. */
export const isStringPart = (
  node: ts.Node,
): node is ts.StringLiteralLike | ts.TemplateHead | ts.TemplateMiddle | ts.TemplateTail =>
  ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node);

export const isTypeScript = (file: string): boolean => /\.tsx?$/.test(file);
export const isTest = (file: string): boolean => /\.(test|journey)\.tsx?$/.test(file);
/** Returns whether a file serves tests and demonstrations only. */
export const isForTests = (file: string): boolean =>
  isTest(file) ||
  /\/fakes\.ts$|\/(fixtures|testing|demo|conformance)\/|\/(testing|conformance)\.ts$/.test(file);
