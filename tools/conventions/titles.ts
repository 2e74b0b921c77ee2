import ts from 'typescript';

/** Returns the title of a call such as `it('…')`, `test.skip('…')` or `describe.each(rows)('…')`. */
export function titleOf(node: ts.Node): ts.StringLiteralLike | ts.TemplateExpression | undefined {
  if (!ts.isCallExpression(node)) return undefined;
  const callee = node.expression.getText();
  if (!/^(it|test|describe)\b/.test(callee) || /\.each$/.test(callee)) return undefined;
  const [title] = node.arguments;
  return title && (ts.isStringLiteralLike(title) || ts.isTemplateExpression(title)) ? title : undefined;
}

/**
 * Returns the texts with which titles such as `it.each(rows)('%s …')` or `it.each(rows)('$name …')` begin: the first text of
 * each row, or its property of that name. Empty for other titles, and for rows that aren't literals.
 */
export function openingsOf(node: ts.Node): ts.StringLiteralLike[] {
  const title = titleOf(node);
  if (!title || !ts.isCallExpression(node) || !ts.isCallExpression(node.expression)) return [];
  const placeholder = /^.(?:%s|\$(\w+))/.exec(title.getText());
  const [rows] = node.expression.arguments;
  if (placeholder === null || rows === undefined) return [];
  const list = unwrap(rows);
  if (!ts.isArrayLiteralExpression(list)) return [];
  return list.elements.flatMap((row) => {
    const opening = openingOf(unwrap(row), placeholder[1]);
    return opening && ts.isStringLiteralLike(opening) ? [opening] : [];
  });
}

function openingOf(row: ts.Expression, name: string | undefined): ts.Expression | undefined {
  if (ts.isArrayLiteralExpression(row)) return row.elements[0];
  if (!ts.isObjectLiteralExpression(row)) return row;
  const property = row.properties.find((one) => one.name?.getText() === name);
  return property && ts.isPropertyAssignment(property) ? property.initializer : undefined;
}

const unwrap = (node: ts.Expression): ts.Expression =>
  ts.isAsExpression(node) || ts.isSatisfiesExpression(node) ? unwrap(node.expression) : node;
