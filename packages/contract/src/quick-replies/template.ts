/**
 * The content of a quick reply: text with variables, such as `{{fan|friend}}`. The text after the bar is the fallback for a
 * variable without a value.
 */

/** fan: the customer's name. agent: the name of the replying sub-account. account: the social account's name. */
export const quickReplyVariables = ['fan', 'agent', 'account'] as const;
export type QuickReplyVariable = (typeof quickReplyVariables)[number];

/** Null: no value, so the fallback is used. */
export type QuickReplyValues = Readonly<Record<QuickReplyVariable, string | null>>;

export type TemplatePart =
  | { kind: 'text'; text: string }
  | { kind: 'variable'; name: QuickReplyVariable; fallback: string }
  /** In double braces, but not a variable. */
  | { kind: 'unknown'; text: string };

const placeholder = /\{\{([^{}]*)\}\}/g;

const isVariable = (name: string): name is QuickReplyVariable =>
  quickReplyVariables.some((known) => known === name);

/** Parses a content into its parts, in order. Single braces are text. */
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
 * Returns the name by which to address a customer: the platform's name of the person. An alias is internal to the agents, and
 * must never be sent to a customer; an address or a number is not a name.
 *
 * @param named whether the title is a name provided by the platform
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

/** Inserts the values of a content's variables. */
export function fillIn(content: string, values: QuickReplyValues): string {
  return partsOf(content)
    .map((part) => (part.kind === 'variable' ? values[part.name] || part.fallback : part.text))
    .join('');
}

/**
 * Extracts the values of the variables from a text generated from the content. Null: the text doesn't match. A variable whose
 * fallback was used has no value.
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
    // Between two adjacent variables, the boundary is ambiguous.
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

/**
 * Returns the end of a value, where the text after it begins; null: that text is missing. `last`: it is the content's last
 * part, which must end the message.
 */
function endOfValue(text: string, at: number, next: string | undefined, last: boolean): number | null {
  if (next === undefined) return text.length;
  const end = last && text.endsWith(next) ? text.length - next.length : text.indexOf(next, at);
  return end < at ? null : end;
}
