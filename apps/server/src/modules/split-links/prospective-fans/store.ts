import type { ProspectiveFanState } from '@parley/contract/prospective-fans';
import { splitLinkLimits } from '@parley/contract/split-links';
import { and, eq, sql } from 'drizzle-orm';
import type { Tx } from '../../../base/db/database.ts';
import type { WorkspaceId } from '../../../base/ids.ts';
import { splitContacts, splitLinks } from '../../../schema/split-links.ts';

export type NewContact = {
  workspaceId: WorkspaceId;
  splitLinkId: string;
  id: string;
  name: string;
  contact: string;
  message: string;
  language: string;
  country: string | null;
  createdAt: Date;
};

/** Window in which the same form on the same link is the same entry: reloading the page submits the form again. */
const repeatedWithin = sql`interval '10 minutes'`;

/**
 * Stores a contact, with its link locked until the transaction ends. Returns `repeated` for a duplicate, `full` if the link has
 * the maximum, `unknown` if it was deleted.
 */
export async function insertContact(
  tx: Tx,
  contact: NewContact,
): Promise<'stored' | 'repeated' | 'full' | 'unknown'> {
  const { workspaceId, splitLinkId } = contact;
  const link = sql`${splitLinks.workspaceId} = ${workspaceId} and ${splitLinks.id} = ${splitLinkId}
    and ${splitLinks.deletedAt} is null`;
  const { rows } = await tx.db.execute<{ contacts: number }>(
    sql`select ${splitLinks.contacts} from ${splitLinks} where ${link} for no key update`,
  );
  const [found] = rows;
  if (found === undefined) return 'unknown';
  const { rowCount } = await tx.db.execute(sql`
    select 1 from ${splitContacts}
    where ${splitContacts.workspaceId} = ${workspaceId} and ${splitContacts.splitLinkId} = ${splitLinkId}
      and ${splitContacts.createdAt} > ${contact.createdAt}::timestamptz - ${repeatedWithin}
      and (${splitContacts.name}, ${splitContacts.contact}, ${splitContacts.message})
        = (${contact.name}, ${contact.contact}, ${contact.message}) limit 1`);
  if (rowCount !== 0) return 'repeated';
  if (found.contacts >= splitLinkLimits.contacts) return 'full';
  await tx.db.execute(sql`update ${splitLinks} set contacts = ${splitLinks.contacts} + 1 where ${link}`);
  await tx.db.insert(splitContacts).values(contact);
  return 'stored';
}

type Key = { workspaceId: WorkspaceId; id: string };
const byKey = ({ workspaceId, id }: Key) =>
  and(eq(splitContacts.workspaceId, workspaceId), eq(splitContacts.id, id));

/** Locks an entry until the transaction ends; later reads in it return the latest version. */
export async function lockContact(tx: Tx, key: Key): Promise<void> {
  await tx.db.select({ id: splitContacts.id }).from(splitContacts).where(byKey(key)).for('no key update');
}

export type Progress = {
  state: ProspectiveFanState;
  holderId: string | null;
  authorName: string | null;
  reason: string;
  conversationId: string | null;
  changedAt: Date;
};

export async function setProgress(tx: Tx, key: Key, progress: Progress): Promise<void> {
  await tx.db.update(splitContacts).set(progress).where(byKey(key));
}

export async function setNote(tx: Tx, key: Key, note: string): Promise<void> {
  await tx.db.update(splitContacts).set({ note }).where(byKey(key));
}

export type LockedContact = { id: string; state: ProspectiveFanState; linkId: string; linkName: string };

/** Returns the entries that exist, locked until the transaction ends. */
export async function lockContacts(
  tx: Tx,
  workspaceId: WorkspaceId,
  ids: readonly string[],
): Promise<LockedContact[]> {
  const { rows } = await tx.db.execute<LockedContact>(sql`
    select k.id, k.state, l.id as "linkId", l.name as "linkName" from ${splitContacts} k
    join ${splitLinks} l on l.workspace_id = k.workspace_id and l.id = k.split_link_id and l.deleted_at is null
    where k.workspace_id = ${workspaceId} and k.id = any(${sql.param([...ids])}::uuid[])
    order by k.id for no key update of k`);
  return rows;
}

/** Sets the state of entries for the owner. Reopened entries have no holder. */
export async function setStates(
  tx: Tx,
  workspaceId: WorkspaceId,
  ids: readonly string[],
  { state, reason, at }: { state: ProspectiveFanState; reason: string; at: Date },
): Promise<void> {
  const opened = state === 'open' ? sql`, holder_id = null, author_name = null` : sql``;
  const kept = state === 'done' ? sql`` : sql`, conversation_id = null`;
  await tx.db.execute(sql`
    update ${splitContacts} set state = ${state}, reason = ${reason}, changed_at = ${at} ${opened} ${kept}
    where ${splitContacts.workspaceId} = ${workspaceId}
      and ${splitContacts.id} = any(${sql.param([...ids])}::uuid[])`);
}

/** Deletes entries and decrements the contact counts of their links. */
export async function deleteContacts(
  tx: Tx,
  workspaceId: WorkspaceId,
  ids: readonly string[],
): Promise<void> {
  const { rows } = await tx.db.execute<{ linkId: string }>(sql`
    delete from ${splitContacts}
    where ${splitContacts.workspaceId} = ${workspaceId} and ${splitContacts.id} = any(${sql.param([...ids])}::uuid[])
    returning ${splitContacts.splitLinkId} as "linkId"`);
  const counts = new Map<string, number>();
  for (const { linkId } of rows) counts.set(linkId, (counts.get(linkId) ?? 0) + 1);
  // In a fixed order, so that concurrent deletions don't deadlock.
  for (const [linkId, count] of [...counts].sort(([one], [other]) => (one < other ? -1 : 1)))
    await tx.db.execute(sql`
      update ${splitLinks} set contacts = greatest(${splitLinks.contacts} - ${count}::int, 0)
      where ${splitLinks.workspaceId} = ${workspaceId} and ${splitLinks.id} = ${linkId}`);
}

const maxAtOnce = 2_000;

/** Reopens what a deleted sub-account had claimed, and clears its holder. Returns true until all are released. */
export async function releaseClaims(
  tx: Tx,
  workspaceId: WorkspaceId,
  subAccountId: string,
): Promise<boolean> {
  const { rowCount } = await tx.db.execute(sql`
    update ${splitContacts} set holder_id = null, author_name = null,
      state = case when ${splitContacts.state} = 'claimed' then 'open' else ${splitContacts.state} end,
      changed_at = case when ${splitContacts.state} = 'claimed' then now() else ${splitContacts.changedAt} end
    where ${splitContacts.workspaceId} = ${workspaceId} and ${splitContacts.id} in (
      select ${splitContacts.id} from ${splitContacts}
      where ${splitContacts.workspaceId} = ${workspaceId} and ${splitContacts.holderId} = ${subAccountId}
      limit ${maxAtOnce})`);
  return rowCount === maxAtOnce;
}
