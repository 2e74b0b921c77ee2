/** Serves visitors' edits, deletions and reactions in their own conversation. */
import { changeFromVisitor } from '@parley/connectors';
import * as visitorApi from '@parley/contract/visitor';
import { addressKey } from '../../base/http/address.ts';
import { AppError, assertFound } from '../../base/http/app-error.ts';
import type { Mount } from '../../base/http/mount.ts';
import { readForVisitor } from '../conversations/index.ts';
import { judgeChange, type VisitorChange } from './visitor-change-rules.ts';
import {
  chatOf,
  hostOf,
  type LimitTexts,
  siteOf,
  type VisitorCaller,
  type VisitorDeps,
} from './visitor-site.ts';

export function registerVisitorChanges(mount: Mount, deps: VisitorDeps, limit: LimitTexts): void {
  mount(visitorApi.visitorEdit, async ({ caller, params, body, request }) => {
    await limit(caller, addressKey(request), body.text);
    return change(deps, caller, params.messageId, { kind: 'edited', text: body.text });
  });
  mount(visitorApi.visitorTakeBack, ({ caller, params }) =>
    change(deps, caller, params.messageId, { kind: 'deleted' }),
  );
  mount(visitorApi.visitorReact, ({ caller, params, body }) =>
    change(deps, caller, params.messageId, {
      kind: 'reacted',
      reactions: body.emoji === null ? [] : [body.emoji],
    }),
  );
}

/** Makes a change, idempotently. Throws `message.not-found` for a message outside this visitor's conversation. */
async function change(
  deps: VisitorDeps,
  caller: VisitorCaller,
  messageId: string,
  wanted: VisitorChange,
): Promise<visitorApi.VisitorMessage> {
  const account = await siteOf(deps, caller);
  const { workspaceId, visitorId: chatId } = caller;
  const chat = chatOf(deps, account, chatId);
  const read = async () => {
    const { messages } = await readForVisitor(deps.database, workspaceId, chat, 0, messageId);
    return assertFound(messages[0], 'message.not-found');
  };
  const before = await read();
  const judged = judgeChange(before, wanted, deps.clock.now());
  if (judged === 'done') return before;
  if (judged !== 'go') throw new AppError(judged);
  const made = await changeFromVisitor(hostOf(deps, account), { chatId }, { ...wanted, target: messageId });
  if (!made.ok) throw new AppError('request.malformed');
  if (!made.found) throw new AppError('message.not-found');
  const after = await read();
  // Notifies the visitor's other tabs: elsewhere, changes of the business's delivered messages are taken for receipts.
  deps.visitors.changed(chatId, after.changedSeq);
  return after;
}
