/** Schemas that all nouns share. */
import { z } from 'zod';

/** A UUIDv7 as text; the database only checks that it is a UUID. */
export const id = z.uuid();
/** Milliseconds since the epoch. */
export const time = z.int();
/** Characters, the prepaid unit: a number of Unicode code points. */
export const characterCount = z.int().min(0);

export const pageQuery = {
  pageNo: z.coerce.number().int().min(1).max(100_000).default(1),
  pageSize: z.coerce.number().int().min(1).max(200).default(20),
};

/**
 * Returns the schema of a list's sort order: one of the columns and a direction, as `name.asc`. Rows without a value come last.
 */
export function sortBy<const Columns extends readonly string[]>(columns: Columns) {
  return z.templateLiteral([z.enum(columns), '.', z.enum(['asc', 'desc'])]);
}

export function page<Item extends z.ZodType>(item: Item) {
  return z.object({ list: z.array(item), total: z.int() });
}

/** Returns the schema of a query value that holds several comma-separated items. */
export function commaSeparated<Item extends z.ZodType<string, string>>(item: Item, most: number) {
  return z
    .string()
    .max(most * 37)
    .transform((text) => text.split(','))
    .pipe(z.array(item).min(1).max(most));
}

/** For lists that can exceed 10,000 rows: `cursor` is opaque, `nextCursor` null at the end. */
export const cursorQuery = {
  cursor: z.string().max(200).optional(),
  pageSize: z.coerce.number().int().min(1).max(200).default(50),
  /** From 1, counted from `cursor`. Rows before the page are read and discarded, so distant pages should use the cursor. */
  pageNo: z.coerce.number().int().min(1).max(100).default(1),
};

export function cursorPage<Item extends z.ZodType>(item: Item) {
  return z.object({ list: z.array(item), nextCursor: z.string().nullable() });
}

/** Counts code points, as a reader would, not UTF-16 units. */
export function codePoints(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

/** Maximum length of a message, in code points. */
export const messageLimit = 10_000;

/** Returns whether a text has anything visible besides spaces, joiners, direction marks and fillers. */
export function isVisible(text: string): boolean {
  return /[^\s\p{Z}\p{Cc}\p{Default_Ignorable_Code_Point}\u2800]/u.test(text);
}

/**
 * Returns the schema of a single-line name: trimmed, visible, without control characters, and without bidirectional overrides
 * that could disguise it.
 */
export function nameText(max: number) {
  return z
    .string()
    .trim()
    .min(1)
    .refine(isVisible, { params: { rule: 'empty' } })
    .refine((text) => codePoints(text) <= max, { params: { rule: 'too-long', max } })
    .refine((text) => !/[\p{Cc}\p{Cs}\u202A-\u202E\u2066-\u2069]/u.test(text), {
      params: { rule: 'unprintable' },
    });
}

/** A chat message's text: not empty; text beyond the limit is refused rather than cut. */
export const messageText = z
  .string()
  .refine((text) => text.trim().length > 0, { params: { rule: 'empty' } })
  .refine((text) => codePoints(text) <= messageLimit, { params: { rule: 'too-long', max: messageLimit } });

/** A medium's caption: like a message's text, but it may be empty. */
export const captionText = z
  .string()
  .refine((text) => codePoints(text) <= messageLimit, { params: { rule: 'too-long', max: messageLimit } });

/** The media type of `.xlsx`. */
export const spreadsheetMediaType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** For exports, which read whole tables: a few at a time are enough. */
export const exportLimit = { max: 20, windowSeconds: 60, per: 'session' } as const;

/** The ids of a batch action, which applies to all of them or to none. */
export const idBatch = z.array(id).min(1).max(200);
/** Comma-separated ids in a query. */
export const idList = z
  .string()
  .max(50 * 37)
  .regex(/^[\da-f-]{36}(,[\da-f-]{36}){0,49}$/i);
/** The number of changed items; items that already had the value don't count. */
export const batchAnswer = z.object({ changed: z.int() });

/** A host name as browsers write it: lower case, international names in ASCII form, no port. */
export const hostName = z
  .string()
  .trim()
  .toLowerCase()
  .max(253)
  .regex(/^(?=.*[a-z])([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)*[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/);
