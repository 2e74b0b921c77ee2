import ts from 'typescript';

/** A part of a statement. `at`: its position in the file. */
export type Token = {
  kind: 'word' | 'mark' | 'gap' | 'group';
  /** In lower case; of a group `(`. */
  text: string;
  at: number;
  /** The expression in a gap. */
  expression?: ts.Expression;
  /** The tokens between a group's parentheses. */
  inner: readonly Token[];
};

export const isSql = (node: ts.Node): node is ts.TaggedTemplateExpression =>
  ts.isTaggedTemplateExpression(node) && /(^|\.)sql$/.test(node.tag.getText());

/** Comments, texts, quoted names, casts, words, numbers, the arrow of a named argument, and single characters. */
const lexemes = /--[^\n]*|'(?:[^']|'')*'|"[^"]*"|::\s*\w+(?:\[\])?|[a-z_]\w*|\d[\w.]*|=>|[^\s\w]/gi;

function lexed(part: ts.TemplateLiteralLikeNode): Token[] {
  const text = part
    .getText()
    .slice(1)
    .replace(/(`|\$\{)$/, '');
  return [...text.matchAll(lexemes)]
    .filter(([lexeme]) => !lexeme.startsWith('--'))
    .map(({ 0: lexeme, index }) => ({
      kind: /^[a-z_]\w*$/i.test(lexeme) ? 'word' : 'mark',
      text: lexeme.toLowerCase(),
      at: part.getStart() + 1 + index,
      inner: [],
    }));
}

/** Makes one token of each parenthesis with its contents. */
function grouped(flat: readonly Token[]): readonly Token[] {
  const whole: Token[] = [];
  const open = [whole];
  for (const token of flat) {
    const current = open.at(-1) ?? whole;
    if (token.kind === 'mark' && token.text === '(') {
      const inner: Token[] = [];
      current.push({ kind: 'group', text: '(', at: token.at, inner });
      open.push(inner);
    } else if (token.kind === 'mark' && token.text === ')' && open.length > 1) open.pop();
    else current.push(token);
  }
  return whole;
}

/** Returns the tokens of a statement or a part of one. */
export function tokensOf(template: ts.TemplateLiteral): readonly Token[] {
  if (ts.isNoSubstitutionTemplateLiteral(template)) return grouped(lexed(template));
  const spans = template.templateSpans.flatMap(({ expression, literal }): Token[] => [
    { kind: 'gap', text: '¤', at: expression.getStart(), expression, inner: [] },
    ...lexed(literal),
  ]);
  return grouped([...lexed(template.head), ...spans]);
}
