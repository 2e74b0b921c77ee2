/** Conversations of a social account, with messages in any state, on a real database. */
import { pino } from 'pino';
import { systemClock } from '../../../../base/clock.ts';
import { createSecretBox } from '../../../../base/crypto/secrets.ts';
import { connectDatabase, type Database } from '../../../../base/db/database.ts';
import { type TestDatabase, testDatabase } from '../../../../base/db/testing/test-database.ts';
import { newId, trustWorkspaceId, type WorkspaceId } from '../../../../base/ids.ts';
import { createSignal } from '../../../../base/signal.ts';
import type { MessageRow } from '../../../../schema/conversations.ts';
import type { Changes } from '../../changes.ts';
import { findMessage } from '../../store.ts';
import { createOutbox, type MessageOutbox } from '../outbox.ts';

export type OutboxBench = {
  database: Database;
  outbox: MessageOutbox;
  /** Announced messages: their ids and states. */
  announced: string[];
  close(): Promise<void>;
};

export async function createOutboxBench(): Promise<OutboxBench> {
  const test: TestDatabase = await testDatabase();
  const database = connectDatabase(test.url, pino({ level: 'silent' }));
  const announced: string[] = [];
  const secrets = createSecretBox(['secret for tests only, long enough']);
  const changes: Changes = {
    announce: (tx, _place, message) =>
      tx.afterCommit(() => announced.push(`${message.id} ${message.delivery}`)),
    changed: createSignal(),
    queued: createSignal(),
  };
  return {
    database,
    announced,
    outbox: createOutbox({ database, changes, secrets, clock: systemClock }),
    async close() {
      await database.close();
      await test.drop();
    },
  };
}

export type OutboxAccount = {
  workspaceId: WorkspaceId;
  account: string;
  openChat(chatId: string): Promise<string>;
  /** Adds an outbound message with a given state to a conversation. */
  add(
    conversation: string,
    delivery: string,
    given?: { text?: string; platformId?: string },
  ): Promise<string>;
  row(id: string): Promise<MessageRow>;
};

export async function createOutboxAccount(database: Database): Promise<OutboxAccount> {
  const workspaceId = trustWorkspaceId(newId());
  const account = newId();
  const subAccount = newId();
  await database.pool.query('insert into workspaces (id) values ($1)', [workspaceId]);
  await database.pool.query(
    `insert into sub_accounts (workspace_id, id, account_name, password_hash, remark) values ($1, $2, $3, '', '')`,
    [workspaceId, subAccount, subAccount],
  );
  await database.pool.query(
    `insert into social_accounts (workspace_id, id, platform, name, external_id, handle, sub_account_id, credentials)
     values ($1, $2, 'telegram', 'Bot', 'x', 'x', $3, '')`,
    [workspaceId, account, subAccount],
  );
  return {
    workspaceId,
    account,
    async openChat(chatId) {
      const id = newId();
      await database.pool.query(
        `insert into conversations (workspace_id, id, social_account_id, sub_account_id, platform, chat_id, kind, title)
         select $1, $2, $3, sub_account_id, 'telegram', $4, 'private', '' from social_accounts where id = $3`,
        [workspaceId, id, account, chatId],
      );
      return id;
    },
    async add(conversation, delivery, given = {}) {
      const id = newId();
      await database.pool.query(
        `with c as (update conversations set last_seq = last_seq + 1 where workspace_id = $1 and id = $3 returning last_seq)
         insert into messages (workspace_id, id, conversation_id, social_account_id, seq, changed_seq, direction, kind,
                               original, translation, translation_state, delivery, platform_message_id, sent_at)
         select $1, $2, $3, $4, last_seq, last_seq, 'out', 'text', 'written', $6, 'none', $5, $7, now() from c`,
        [workspaceId, id, conversation, account, delivery, given.text ?? null, given.platformId ?? null],
      );
      return id;
    },
    async row(id) {
      const found = await findMessage(database, workspaceId, id);
      if (!found) throw new Error('no such message');
      return found;
    },
  };
}
