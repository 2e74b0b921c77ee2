import ts from 'typescript';
import type { Columns, Tables } from './tables.ts';
import type { Token } from './tokens.ts';

type NamedTable = { name: string; columns: Columns };

/** The tables and other sources to whose columns a query's words may refer. */
export type Scope = {
  /** The tables without an alias. */
  tables: NamedTable[];
  aliased: Columns[];
  /** True with a source of unknown columns: a query, a function or an expression. */
  unknown: boolean;
  /** The names that the query gives to its own columns. */
  outputs: Set<string>;
  /** The scope of the query around this one. */
  outer: Scope | undefined;
};

export const emptyScope = (outer?: Scope): Scope => ({
  tables: [],
  aliased: [],
  unknown: false,
  outputs: new Set(),
  outer,
});

/** The words that can follow a source, so that they aren't its alias. */
const notAliases = new Set(
  `where on join left right inner cross full natural group order limit offset having set returning for union intersect
    except values select default using as window do conflict when overriding from tablesample`.split(/\s+/),
);
/** The words within a list of sources that don't end it. */
const withinSources = new Set(
  'from using as on and or not is join left right inner cross full natural'.split(' '),
);

export function tableOf(token: Token | undefined, tables: Tables): NamedTable | undefined {
  const expression = token?.expression;
  if (expression === undefined || !ts.isIdentifier(expression)) return undefined;
  const columns = tables.get(expression.text);
  return columns && { name: expression.text, columns };
}

/** Adds the source at a place in a query to its scope. Returns the place after it. */
export function addSource(tokens: readonly Token[], at: number, scope: Scope, tables: Tables): number {
  let i = at;
  while (['only', 'lateral'].includes(tokens[i]?.text ?? '')) i += 1;
  const table = tableOf(tokens[i], tables);
  const isFunction = tokens[i]?.kind === 'word' && tokens[i + 1]?.kind === 'group';
  i += isFunction ? 2 : 1;
  const next = tokens[i];
  const hasAlias = next?.kind === 'word' && (next.text === 'as' || !notAliases.has(next.text));
  if (hasAlias) i += next.text === 'as' ? 2 : 1;
  if (table === undefined) scope.unknown = true;
  else if (hasAlias) scope.aliased.push(table.columns);
  else scope.tables.push(table);
  const hasColumns = table === undefined && hasAlias && tokens[i]?.kind === 'group';
  return hasColumns ? i + 1 : i;
}

function opensSource(tokens: readonly Token[], i: number): boolean {
  const before = tokens[i - 1]?.text ?? '';
  switch (tokens[i]?.text) {
    case 'from':
      return before !== 'distinct';
    case 'update':
      return !['for', 'key', 'do', 'then'].includes(before);
    case 'using':
      return tokens[i + 1]?.kind === 'gap';
    case 'into':
    case 'join':
      return true;
    default:
      return false;
  }
}

/** Returns the scope of a query without unions. */
export function scopeOf(tokens: readonly Token[], tables: Tables, outer: Scope | undefined): Scope {
  const scope = emptyScope(outer);
  let listed = false;
  for (let i = 0; i < tokens.length; i += 1) {
    const { kind = 'mark', text = '' } = tokens[i] ?? {};
    if (kind === 'word' && text === 'as') scope.outputs.add(tokens[i + 1]?.text.replaceAll('"', '') ?? '');
    if (kind === 'word' && notAliases.has(text) && !withinSources.has(text)) listed = false;
    if (kind === 'word' && opensSource(tokens, i)) {
      listed = text !== 'update' && text !== 'into';
      i = addSource(tokens, i + 1, scope, tables) - 1;
    } else if (text === ',' && listed) i = addSource(tokens, i + 1, scope, tables) - 1;
  }
  return scope;
}

/** Returns the table whose column a word is; undefined if it isn't one, or may be something else. */
export function tableWith(word: string, scope: Scope | undefined): NamedTable | undefined {
  for (let here = scope; here; here = here.outer) {
    const found = here.tables.filter(({ columns }) => columns.has(word));
    if (here.unknown || here.aliased.some((columns) => columns.has(word))) return undefined;
    if (found.length > 0) return found.length === 1 ? found[0] : undefined;
  }
  return undefined;
}
