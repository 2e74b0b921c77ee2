/** Computes the details of an audit entry: which values a change replaced. */
import type { AuditEntry } from '@parley/contract/audit';

type Details = AuditEntry['details'];
type Value = string | number | boolean | null | undefined | Date | readonly string[];
type Values = Readonly<Record<string, Value>>;

/** Longest recorded text, in code points: the log records the change without keeping copies. */
const longest = 200;

/**
 * Fields that describe a person, were written for customers or are half of a login, and long lists. The log outlives
 * them and can't be edited, so it records only whether they were added, replaced or removed.
 */
const notCopied: ReadonlySet<string> = new Set([
  'alias',
  'phone',
  'address',
  'introduction',
  'messengerContact',
  'note',
  'proxyUserName',
  'contents',
  'words',
  'exceptions',
]);

/**
 * Returns each value of `after` that differs from `before`, as `name.before` and `name.after`; for values that are not
 * copied, `name` alone with the kind of change.
 */
export function changesOf(before: Values, after: Values): Details {
  const details: Details = {};
  for (const name of Object.keys(after)) {
    const [was, is] = [scalarOf(before[name]), scalarOf(after[name])];
    if (was === is) continue;
    if (notCopied.has(name)) details[name] = becameOf(was, is);
    else {
      details[`${name}.before`] = cut(was);
      details[`${name}.after`] = cut(is);
    }
  }
  return details;
}

/** Records whether a picture was added, replaced or removed: file ids are meaningless to readers. */
export const pictureChange = (name: string, before: string | null, after: string | null): Details =>
  before === after ? {} : { [name]: becameOf(before, after) };

function becameOf(before: unknown, after: unknown): 'added' | 'replaced' | 'removed' {
  if (before === null || before === '') return 'added';
  return after === null || after === '' ? 'removed' : 'replaced';
}

function scalarOf(value: Value): string | number | boolean | null {
  if (value === undefined || value === null) return null;
  if (value instanceof Date) return value.toISOString();
  return typeof value === 'object' ? value.join(', ') : value;
}

function cut(value: string | number | boolean | null): string | number | boolean | null {
  if (typeof value !== 'string') return value;
  const points = [...value];
  return points.length <= longest ? value : `${points.slice(0, longest).join('')}…`;
}
