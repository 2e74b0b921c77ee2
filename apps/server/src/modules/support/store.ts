import type { ContactKind, ContactSort } from '@parley/contract/support';
import { and, asc, eq, ne, or, sql } from 'drizzle-orm';
import type { Handle, Tx } from '../../base/db/database.ts';
import { orderBy, sortingOf } from '../../base/db/sort.ts';
import {
  type ContactRow,
  officialContacts as contacts,
  officialContactKeys as keys,
} from '../../schema/support.ts';

export type ContactValues = Omit<ContactRow, 'id' | 'version'>;
export type ContactKey = { kind: ContactKind; key: string };

const inOrder = [asc(contacts.position), asc(contacts.id)];

const sorting = (sort: ContactSort) =>
  sortingOf(
    sort,
    {
      name: { by: sql`lower(${contacts.name})`, type: 'text' },
      account: { by: sql`lower(${contacts.account})`, type: 'text' },
      position: { by: sql`${contacts.position}`, type: 'integer' },
    },
    sql`${contacts.id}`,
  );

export function readContacts(handle: Handle, sort: ContactSort): Promise<ContactRow[]> {
  return handle.db
    .select()
    .from(contacts)
    .orderBy(orderBy(sorting(sort)));
}

/** Returns the contacts that are not empty. */
export function readShownContacts(handle: Handle): Promise<ContactRow[]> {
  return handle.db
    .select()
    .from(contacts)
    .where(and(eq(contacts.shown, true), or(ne(contacts.account, ''), ne(contacts.path, ''))))
    .orderBy(...inOrder);
}

export async function findContact(handle: Handle, id: number): Promise<ContactRow | null> {
  const [row] = await handle.db.select().from(contacts).where(eq(contacts.id, id));
  return row ?? null;
}

/** Returns the contact with this key, on any app or on that one. */
export async function findByKey(
  handle: Handle,
  key: string,
  kind: ContactKind | null,
): Promise<ContactRow | null> {
  const [row] = await handle.db
    .select({ contact: contacts })
    .from(keys)
    .innerJoin(contacts, eq(contacts.id, keys.contactId))
    .where(and(eq(keys.key, key), kind === null ? undefined : eq(keys.kind, kind)))
    .orderBy(...inOrder)
    .limit(1);
  return row?.contact ?? null;
}

export async function insertContact(tx: Tx, values: ContactValues): Promise<number> {
  const [row] = await tx.db.insert(contacts).values(values).returning({ id: contacts.id });
  if (!row) throw new Error('an insert returns its row');
  return row.id;
}

/** Updates a contact. Returns false when it has changed since `version`, or was deleted. */
export async function updateContact(
  tx: Tx,
  id: number,
  version: number,
  values: ContactValues,
): Promise<boolean> {
  const updated = await tx.db
    .update(contacts)
    .set({ ...values, version: sql`${contacts.version} + 1` })
    .where(and(eq(contacts.id, id), eq(contacts.version, version)))
    .returning({ id: contacts.id });
  return updated.length > 0;
}

/** Deletes a contact. Returns false when there is none. */
export async function deleteContact(tx: Tx, id: number): Promise<boolean> {
  const gone = await tx.db.delete(contacts).where(eq(contacts.id, id)).returning({ id: contacts.id });
  return gone.length > 0;
}

/** Replaces the contact's keys. Returns false when a key belongs to another contact. */
export async function setKeys(tx: Tx, contactId: number, wanted: readonly ContactKey[]): Promise<boolean> {
  await tx.db.delete(keys).where(eq(keys.contactId, contactId));
  if (wanted.length === 0) return true;
  const rows = wanted.map((one) => ({ ...one, contactId }));
  const inserted = await tx.db.insert(keys).values(rows).onConflictDoNothing().returning({ key: keys.key });
  return inserted.length === wanted.length;
}
