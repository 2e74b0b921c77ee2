/** Links answers in an imported history to the messages that they answer, which are often on an older page, imported later. */
import type { Tx } from '../../../base/db/database.ts';
import type { MessageRow } from '../../../schema/conversations.ts';
import type { Inbound } from '../inbound/inbound-message.ts';
import { answersOf } from '../inbound/service.ts';
import { linkAnswers } from '../inbound/store.ts';
import { deletePendingAnswers, findAnswersTo, insertPendingAnswers } from './store.ts';

/** Links a page's answers, and earlier pages' pending ones to this page's messages. The caller holds the conversations' locks. */
export async function linkHistory(
  tx: Tx,
  page: readonly Inbound[],
  added: readonly MessageRow[],
): Promise<void> {
  const answers = answersOf(page, added);
  const linked = answers.length === 0 ? [] : await linkAnswers(tx, answers);
  const isLinked = new Set(linked.map(({ id }) => id));
  const accounts = new Map(added.map(({ id, socialAccountId }) => [id, socialAccountId]));
  await insertPendingAnswers(
    tx,
    answers.flatMap((answer) => {
      const socialAccountId = accounts.get(answer.id);
      return isLinked.has(answer.id) || socialAccountId === undefined ? [] : [{ ...answer, socialAccountId }];
    }),
  );
  const found = await findAnswersTo(tx, added);
  if (found.length === 0) return;
  await deletePendingAnswers(tx, await linkAnswers(tx, found));
}
