import ts from 'typescript';

/** Returns the title of a call such as `it('…')`, `test.skip('…')` or `describe.each(rows)('…')`. */
export function titleOf(node: ts.Node): ts.StringLiteralLike | ts.TemplateExpression | undefined {
  if (!ts.isCallExpression(node)) return undefined;
  const callee = node.expression.getText();
  if (!/^(it|test|describe)\b/.test(callee) || /\.each$/.test(callee)) return undefined;
  const [title] = node.arguments;
  return title && (ts.isStringLiteralLike(title) || ts.isTemplateExpression(title)) ? title : undefined;
}
