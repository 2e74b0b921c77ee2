/** Shapes that every noun uses. */
import { z } from 'zod';

/** UUIDv7 as text; the database checks no more than that it is a UUID. */
export const id = z.uuid();
/** Milliseconds since the epoch. */
export const time = z.int();
/** Characters, the prepaid unit: a count of Unicode code points. */
export const characterCount = z.int().min(0);

export const pageQuery = {
  pageNo: z.coerce.number().int().min(1).max(100_000).default(1),
  pageSize: z.coerce.number().int().min(1).max(200).default(20),
};

/** The order of a list, for its query: one of these columns and a direction, as `name.asc`. Rows without a value come last. */
export function sortBy<const Columns extends readonly string[]>(columns: Columns) {
  return z.templateLiteral([z.enum(columns), '.', z.enum(['asc', 'desc'])]);
}

export function page<Item extends z.ZodType>(item: Item) {
  return z.object({ list: z.array(item), total: z.int() });
}

/** Several items in one value of a query, between commas. */
export function commaSeparated<Item extends z.ZodType<string, string>>(item: Item, most: number) {
  return z
    .string()
    .max(most * 37)
    .transform((text) => text.split(','))
    .pipe(z.array(item).min(1).max(most));
}

/** For lists that can pass 10,000 rows: `cursor` is opaque, `nextCursor` null at the end. */
export const cursorQuery = {
  cursor: z.string().max(200).optional(),
  pageSize: z.coerce.number().int().min(1).max(200).default(50),
  /**
   * From 1, counted from where `cursor` stands. Rows before the page are read and thrown away, so that far pages are
   * left to the cursor.
   */
  pageNo: z.coerce.number().int().min(1).max(100).default(1),
};

export function cursorPage<Item extends z.ZodType>(item: Item) {
  return z.object({ list: z.array(item), nextCursor: z.string().nullable() });
}

/** Counts what a reader would: code points, not UTF-16 units. */
export function codePoints(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

/** The longest message that Parley takes, in code points. */
export const messageLimit = 10_000;

/** Is there anything to see in it? Spaces of whatever width, joiners, marks of direction and fillers are nothing. */
export function isVisible(text: string): boolean {
  return /[^\s\p{Z}\p{Cc}\p{Default_Ignorable_Code_Point}\u2800]/u.test(text);
}

/**
 * A line of text that people see as a name: trimmed, something to see, no control characters, no bidirectional
 * overrides that could make it read as something else.
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

/** A chat message's text: anything but nothing; over-long text is refused rather than cut. */
export const messageText = z
  .string()
  .refine((text) => text.trim().length > 0, { params: { rule: 'empty' } })
  .refine((text) => codePoints(text) <= messageLimit, { params: { rule: 'too-long', max: messageLimit } });

/** The text beside a medium: the same, or nothing. */
export const captionText = z
  .string()
  .refine((text) => codePoints(text) <= messageLimit, { params: { rule: 'too-long', max: messageLimit } });

/** The media type of `.xlsx`. */
export const spreadsheetMediaType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** Exports read whole tables: a few concurrent ones are enough. */
export const exportLimit = { max: 20, windowSeconds: 60, per: 'session' } as const;

/** The ids of a batch action: it applies to all of them, or to none. */
export const idBatch = z.array(id).min(1).max(200);
/** Some ids in a query, separated by commas. */
export const idList = z
  .string()
  .max(50 * 37)
  .regex(/^[\da-f-]{36}(,[\da-f-]{36}){0,49}$/i);
/** The number of changed ones; those that already had the value are not counted. */
export const batchAnswer = z.object({ changed: z.int() });

/** A host name as browsers write it: lower case, international names in their ASCII form, no port. */
export const hostName = z
  .string()
  .trim()
  .toLowerCase()
  .max(253)
  .regex(/^(?=.*[a-z])([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)*[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/);
