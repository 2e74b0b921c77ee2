/** Computes the details of an audit entry: what a change moved. */
import type { AuditEntry } from '@parley/contract/audit';

type Details = AuditEntry['details'];
type Value = string | number | boolean | null | undefined | Date | readonly string[];
type Values = Readonly<Record<string, Value>>;

/** Longer texts are cut, in code points: the log records the change, and keeps no copies. */
const longest = 200;

/**
 * Fields that describe a person, were written for customers, or are half of a login, and long lists. The log outlives them and can't be
 * edited, so it says only whether they were added, replaced or removed.
 */
const notCopied: ReadonlySet<string> = new Set([
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
 * Returns each value of `after` that differs from its value in `before`, as `name.before` and `name.after`; of what is
 * not to be copied `name` alone, with what became of it.
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
