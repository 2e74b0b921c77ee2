/**
 * The content of a quick reply: text with variables, as `{{fan|friend}}`. What stands behind the bar takes a variable's
 * place where there is no value for it.
 */

/** fan: the customer's name. agent: the name of the sub-account that answers. account: the social account's name. */
export const quickReplyVariables = ['fan', 'agent', 'account'] as const;
export type QuickReplyVariable = (typeof quickReplyVariables)[number];

/** Null: there is none, so the fallback stands in. */
export type QuickReplyValues = Readonly<Record<QuickReplyVariable, string | null>>;

export type TemplatePart =
  | { kind: 'text'; text: string }
  | { kind: 'variable'; name: QuickReplyVariable; fallback: string }
  /** Between double braces, and no variable. */
  | { kind: 'unknown'; text: string };

const placeholder = /\{\{([^{}]*)\}\}/g;

const isVariable = (name: string): name is QuickReplyVariable =>
  quickReplyVariables.some((known) => known === name);

/** Takes a content apart, in its order. Single braces are text. */
export function partsOf(content: string): TemplatePart[] {
  const parts: TemplatePart[] = [];
  let end = 0;
  for (const match of content.matchAll(placeholder)) {
    if (match.index > end) parts.push({ kind: 'text', text: content.slice(end, match.index) });
    const [name = '', ...fallback] = (match[1] ?? '').split('|');
    const known = name.trim();
    parts.push(
      isVariable(known)
        ? { kind: 'variable', name: known, fallback: fallback.join('|').trim() }
        : { kind: 'unknown', text: match[0] },
    );
    end = match.index + match[0].length;
  }
  if (end < content.length) parts.push({ kind: 'text', text: content.slice(end) });
  return parts;
}

/**
 * Returns what a customer is called: the platform's name of the person. An alias is the agents' own, which a customer
 * must never read, and an address or a number is no name.
 *
 * @param named whether the title is a name that the platform gave
 */
export function customerName({
  kind,
  named,
  title,
}: {
  kind: 'private' | 'group';
  named: boolean;
  title: string;
}): string | null {
  return kind === 'group' || !named || /@|^[\d\s+()-]+$/.test(title) ? null : title;
}

/** Fills in a content's variables. */
export function fillIn(content: string, values: QuickReplyValues): string {
  return partsOf(content)
    .map((part) => (part.kind === 'variable' ? values[part.name] || part.fallback : part.text))
    .join('');
}

/**
 * Reads the values of the variables out of a text that the content was filled in to. Null: the text is another one. A
 * variable whose fallback stands in has no value.
 */
export function readBack(content: string, text: string): QuickReplyValues | null {
  const values: Record<QuickReplyVariable, string | null> = { fan: null, agent: null, account: null };
  const read = new Set<QuickReplyVariable>();
  const parts = partsOf(content);
  let at = 0;
  for (const [index, part] of parts.entries()) {
    if (part.kind !== 'variable') {
      if (!text.startsWith(part.text, at)) return null;
      at += part.text.length;
      continue;
    }
    const next = parts[index + 1];
    // Two variables side by side: there is no telling where the first ends.
    if (next?.kind === 'variable') return null;
    const end = endOfValue(text, at, next?.text, index + 2 === parts.length);
    const value = end === null ? '' : text.slice(at, end);
    if (end === null || value === '' || value.includes('\n')) return null;
    const known = value === part.fallback ? null : value;
    if (read.has(part.name) && values[part.name] !== known) return null;
    values[part.name] = known;
    read.add(part.name);
    at = end;
  }
  return at === text.length ? values : null;
}

/** The end of a value is where the text behind it begins; the last text of a content ends the message. */
function endOfValue(text: string, at: number, next: string | undefined, last: boolean): number | null {
  if (next === undefined) return text.length;
  const end = last && text.endsWith(next) ? text.length - next.length : text.indexOf(next, at);
  return end < at ? null : end;
}
