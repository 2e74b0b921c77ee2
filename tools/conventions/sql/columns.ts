import type ts from 'typescript';
import { addSource, emptyScope, type Scope, scopeOf, tableOf, tableWith } from './scope.ts';
import type { Tables } from './tables.ts';
import type { Token } from './tokens.ts';

/** A column that is named by text. */
export type NamedColumn = { at: number; table: string; key: string };

/** Receives the findings in a statement, and the expressions in its gaps with the scope and clause around them. */
type Reader = {
  tables: Tables;
  found: (column: NamedColumn) => void;
  gap: (expression: ts.Expression, scope: Scope, clause: string) => void;
};

const opensQuery = new Set(['select', 'with', 'insert', 'update', 'delete', 'values']);
const clauses = new Set(
  'select from where set order group returning having on limit values do partition'.split(' '),
);
/** Words after which, in a clause such as `for no key update`, a word isn't a column. */
const phrases: Record<string, readonly string[]> = {
  no: ['key'],
  at: ['time'],
  time: ['zone'],
  for: ['key'],
};

/** Returns whether a template is a whole query, not a part of one. */
export const isQuery = (tokens: readonly Token[]): boolean =>
  tokens.some(
    ({ kind, text }, i) =>
      kind === 'word' &&
      (['select', 'insert', 'delete', 'from'].includes(text) ||
        (text === 'update' && !['for', 'key', 'do'].includes(tokens[i - 1]?.text ?? ''))),
  );

const combines = (token: Token) =>
  token.kind === 'word' && ['union', 'intersect', 'except'].includes(token.text);

/** Reads a query. The order of a union names its columns, not a table's. */
export function readQuery(tokens: readonly Token[], outer: Scope | undefined, reader: Reader): void {
  const order = tokens.some(combines)
    ? tokens.findLastIndex(({ text }, i) => text === 'order' && tokens[i + 1]?.text === 'by')
    : -1;
  let part: Token[] = [];
  for (const token of order < 0 ? tokens : tokens.slice(0, order)) {
    if (!combines(token)) part.push(token);
    else {
      readPart(part, outer, reader);
      part = [];
    }
  }
  readPart(part, outer, reader);
}

function readPart(tokens: readonly Token[], outer: Scope | undefined, reader: Reader): void {
  const into = tokens.findIndex(({ text }, i) => text === 'into' && tokens[i - 1]?.text === 'insert');
  if (into < 0) readTokens(tokens, scopeOf(tokens, reader.tables, outer), reader);
  else readInsert(tokens, into, outer, reader);
}

/** Reads an insert: its target's columns can be named only in the reaction to a conflict and in what it returns. */
function readInsert(tokens: readonly Token[], into: number, outer: Scope | undefined, reader: Reader): void {
  const target = emptyScope(outer);
  const afterTable = addSource(tokens, into + 1, target, reader.tables);
  const start = tokens[afterTable]?.kind === 'group' ? afterTable + 1 : afterTable;
  const end = tokens.findIndex(
    ({ text }, i) =>
      i >= start && (text === 'returning' || (text === 'conflict' && tokens[i - 1]?.text === 'on')),
  );
  const source = tokens.slice(start, end < 0 ? tokens.length : end);
  readTokens(tokens.slice(0, into), emptyScope(outer), reader);
  readTokens(source, scopeOf(source, reader.tables, outer), reader);
  if (end >= 0) readTokens(tokens.slice(end), target, reader);
}

/** Returns the place of the last token of an upsert's target, which may not be qualified. */
function endOfTarget(tokens: readonly Token[], conflict: number): number {
  const end = tokens.findIndex(({ text }, i) => i > conflict && text === 'do');
  return end < 0 ? tokens.length : end - 1;
}

/** Reads the tokens of one scope, and the queries in their parentheses. */
export function readTokens(tokens: readonly Token[], scope: Scope, reader: Reader, within = ''): void {
  let clause = within;
  for (let i = 0; i < tokens.length; i += 1) {
    const token = tokens[i];
    if (token === undefined) continue;
    if (token.kind === 'word' && clauses.has(token.text)) clause = token.text;
    if (token.text === 'conflict') i = endOfTarget(tokens, i);
    else if (token.kind === 'gap') readGap(tokens, i, { scope, clause }, reader);
    else if (token.kind === 'group') readGroup(tokens, i, { scope, clause }, reader);
    else if (token.kind === 'word' && mayBeColumn(tokens, i, clause, scope)) {
      const table = tableWith(token.text, scope);
      if (table)
        reader.found({ at: token.at, table: table.name, key: table.columns.get(token.text) ?? token.text });
    }
  }
}

type Place = { scope: Scope; clause: string };

/** Reads an expression, and `${table}.column`. */
function readGap(tokens: readonly Token[], i: number, { scope, clause }: Place, reader: Reader): void {
  const [token, dot, word] = tokens.slice(i, i + 3);
  if (token?.expression === undefined) return;
  const table = tableOf(token, reader.tables);
  const key = dot?.text === '.' && word?.kind === 'word' ? table?.columns.get(word.text) : undefined;
  if (table && key) reader.found({ at: token.at, table: table.name, key });
  else reader.gap(token.expression, scope, clause);
}

function readGroup(tokens: readonly Token[], i: number, { scope, clause }: Place, reader: Reader): void {
  const inner = tokens[i]?.inner ?? [];
  const before = tokens[i - 1]?.text ?? '';
  if (inner[0]?.kind === 'word' && opensQuery.has(inner[0].text)) {
    const isNamed = before === 'as' || before === 'materialized';
    readQuery(inner, isNamed ? undefined : scope, reader);
    return;
  }
  const isAssigned = clause === 'set' && tokens[i + 1]?.text === '=' && ['set', ','].includes(before);
  if (!isAssigned && before !== 'using' && !namesColumns(tokens, i, clause)) readTokens(inner, scope, reader);
}

/** Returns whether a parenthesis lists the columns of an alias, with or without types. */
function namesColumns(tokens: readonly Token[], i: number, clause: string): boolean {
  const [first, second] = tokens[i]?.inner ?? [];
  const isAlias = tokens[i - 1]?.kind === 'word' && tokens[i - 2]?.text === 'as' && clause !== 'select';
  const isTyped = first?.kind === 'word' && second?.kind === 'word' && types.has(second.text);
  return isAlias || isTyped;
}

const types = new Set(
  'uuid text json jsonb int bigint timestamptz boolean inet date double float8'.split(' '),
);

/** Returns whether a word may be a column, by the words around it. */
function mayBeColumn(tokens: readonly Token[], i: number, clause: string, { outputs }: Scope): boolean {
  const text = tokens[i]?.text ?? '';
  const before = tokens[i - 1]?.text ?? '';
  const after = tokens[i + 1];
  if (before === '.' || before === 'as' || after?.text === '.' || after?.text === '=>') return false;
  if (after?.kind === 'group' || (after?.text === 'as' && tokens[i + 2]?.kind === 'group')) return false;
  if (phrases[before]?.includes(text)) return false;
  if ((clause === 'order' || clause === 'group') && outputs.has(text)) return false;
  return !(clause === 'set' && after?.text === '=' && ['', 'set', ','].includes(before));
}
