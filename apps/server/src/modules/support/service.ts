import { type ContactKind, defaultContactId } from '@parley/contract/support';
import { type Database, type Handle, type Tx, transaction } from '../../base/db/database.ts';
import { AppError, assertFound } from '../../base/http/app-error.ts';
import type { RequestOrigin } from '../../base/http/origin.ts';
import type { ContactRow } from '../../schema/support.ts';
import { changesOf, record } from '../audit/index.ts';
import { accountForm } from './account-forms.ts';
import * as store from './store.ts';

/** Returns the official contact with this account, in any spelling; null when the account isn't official. */
export async function officialContact(
  handle: Handle,
  account: string,
  kind: ContactKind | null,
): Promise<ContactRow | null> {
  const form = accountForm(account);
  if (form === null) return null;
  // A link to one app doesn't become official because it was seen on another one.
  if (form.kind !== null && kind !== null && form.kind !== kind) return null;
  return store.findByKey(handle, form.key, form.kind ?? kind);
}

/** Returns the contact that clients show initially; null when the operator hasn't entered it. */
export async function startContact(handle: Handle): Promise<{ account: string; path: string } | null> {
  const contact = await store.findContact(handle, defaultContactId);
  if (!contact || (contact.account === '' && contact.path === '')) return null;
  return { account: contact.account, path: contact.path };
}

/**
 * Returns a contact. Throws `resource.not-found`, also for a hidden one. The default contact exists even while it is
 * empty.
 */
export async function readShownContact(handle: Handle, id: number): Promise<ContactRow> {
  const contact = assertFound(await store.findContact(handle, id));
  if (!contact.shown) throw new AppError('resource.not-found');
  return contact;
}

/** Adds a contact. Throws `support.already-added`. */
export async function addContact(
  database: Database,
  values: store.ContactValues,
  origin: RequestOrigin,
): Promise<ContactRow> {
  return transaction(database, async (tx) => {
    const id = await store.insertContact(tx, values);
    await setKeys(tx, id, values);
    await record(tx, origin, { action: 'contact.created', object: objectOf(id, values) });
    return assertFound(await store.findContact(tx, id));
  });
}

/** Changes a contact. Throws `resource.not-found`, `resource.stale` or `support.already-added`. */
export async function changeContact(
  database: Database,
  id: number,
  { version, ...values }: store.ContactValues & { version: number },
  origin: RequestOrigin,
): Promise<ContactRow> {
  return transaction(database, async (tx) => {
    const before = assertFound(await store.findContact(tx, id));
    if (!(await store.updateContact(tx, id, version, values))) throw new AppError('resource.stale');
    await setKeys(tx, id, values);
    const details = changesOf({ ...before }, { ...values });
    await record(tx, origin, { action: 'contact.changed', object: objectOf(id, values), details });
    return assertFound(await store.findContact(tx, id));
  });
}

const nothing = { kind: 'online', name: '', account: '', path: '', shown: true, position: 0 } as const;

/**
 * Deletes a contact; the default one is only emptied, because clients request it by its number. Throws
 * `resource.not-found`.
 */
export async function deleteContact(database: Database, id: number, origin: RequestOrigin): Promise<void> {
  await transaction(database, async (tx) => {
    const before = assertFound(await store.findContact(tx, id));
    await record(tx, origin, { action: 'contact.deleted', object: objectOf(id, before) });
    if (id !== defaultContactId) {
      if (!(await store.deleteContact(tx, id))) throw new AppError('resource.not-found');
      return;
    }
    if (!(await store.updateContact(tx, id, before.version, nothing))) throw new AppError('resource.stale');
    await store.setKeys(tx, id, []);
  });
}

const objectOf = (id: number, { name }: { name: string }) =>
  ({ kind: 'contact', id: String(id), name }) as const;

/** Stores the keys by which a contact is recognized: its account and its link. */
async function setKeys(tx: Tx, id: number, { kind, account, path }: store.ContactValues): Promise<void> {
  const forms = [accountForm(account), accountForm(path)].filter((form) => form !== null);
  const keys = new Map(
    forms.map(({ kind: linked, key }) => [`${linked ?? kind} ${key}`, { kind: linked ?? kind, key }]),
  );
  if (!(await store.setKeys(tx, id, [...keys.values()]))) throw new AppError('support.already-added');
}
