import * as conversationsApi from '@parley/contract/conversations';
import { type Handle, transaction } from '../../base/db/database.ts';
import { AppError } from '../../base/http/app-error.ts';
import type { Mount } from '../../base/http/mount.ts';
import type { WorkspaceId } from '../../base/ids.ts';
import type { ConversationRow } from '../../schema/conversations.ts';
import { changesOf, record } from '../audit/index.ts';
import type { DeskDeps } from './desk-routes.ts';
import { settingsOf } from './outbound/service.ts';
import { translationChanges } from './settings-changes.ts';
import { findConversation, setCustomerLanguage } from './store.ts';

type DeskCaller = { workspaceId: WorkspaceId; subAccountId: string };

export function registerSettingsRoutes(mount: Mount, deps: DeskDeps): void {
  const { database, translation } = deps;

  mount(conversationsApi.getConversationSettings, ({ caller, params }) =>
    conversationSettings(deps, database, caller, params.conversationId),
  );

  mount(conversationsApi.putConversationSettings, ({ caller, params, body, origin }) =>
    transaction(database, async (tx) => {
      const conversation = await ownConversation(tx, caller, params.conversationId);
      const level = { level: 'conversation', subjectId: conversation.id } as const;
      const before = await translation.ownSettings(tx, caller.workspaceId, level);
      await translation.putSettings(tx, caller.workspaceId, level, body.own);
      await setCustomerLanguage(tx, caller.workspaceId, conversation.id, {
        customerLanguagePinned: body.pinnedLanguage !== null,
        ...(body.pinnedLanguage === null ? {} : { customerLanguage: body.pinnedLanguage }),
      });
      await record(tx, origin, {
        action: 'translation-settings.changed',
        object: { kind: 'conversation', id: conversation.id },
        details: {
          ...translationChanges(before, body.own),
          ...changesOf({ pinnedLanguage: pinnedOf(conversation) }, { pinnedLanguage: body.pinnedLanguage }),
        },
      });
      const { id: conversationId, readSeq, unread } = conversation;
      tx.afterCommit(() =>
        deps.realtime.desk(caller.subAccountId).emit('conversation', { conversationId, readSeq, unread }),
      );
      return conversationSettings(deps, tx, caller, params.conversationId);
    }),
  );

  mount(conversationsApi.getDeskSettings, ({ caller }) => deskSettings(deps, database, caller));

  mount(conversationsApi.putDeskSettings, ({ caller, body, origin }) =>
    transaction(database, async (tx) => {
      const level = { level: 'sub-account', subjectId: caller.subAccountId } as const;
      const before = await translation.ownSettings(tx, caller.workspaceId, level);
      await translation.putSettings(tx, caller.workspaceId, level, body.own);
      await record(tx, origin, {
        action: 'translation-settings.changed',
        object: { kind: 'sub-account', id: caller.subAccountId },
        details: translationChanges(before, body.own),
      });
      return deskSettings(deps, tx, caller);
    }),
  );
}

const pinnedOf = ({ customerLanguage, customerLanguagePinned }: ConversationRow) =>
  customerLanguagePinned ? customerLanguage : null;

async function ownConversation(handle: Handle, caller: DeskCaller, id: string) {
  const conversation = await findConversation(handle, caller.workspaceId, id);
  if (conversation?.subAccountId !== caller.subAccountId) throw new AppError('conversation.not-found');
  return conversation;
}

async function conversationSettings(deps: DeskDeps, handle: Handle, caller: DeskCaller, id: string) {
  const conversation = await ownConversation(handle, caller, id);
  const level = { level: 'conversation', subjectId: conversation.id } as const;
  return {
    own: await deps.translation.ownSettings(handle, caller.workspaceId, level),
    effective: await settingsOf(deps, handle, conversation),
    customerLanguage: conversation.customerLanguage,
    customerLanguagePinned: conversation.customerLanguagePinned,
  };
}

async function deskSettings({ translation }: DeskDeps, handle: Handle, caller: DeskCaller) {
  const { workspaceId, subAccountId } = caller;
  return {
    own: await translation.ownSettings(handle, workspaceId, {
      level: 'sub-account',
      subjectId: subAccountId,
    }),
    effective: await translation.resolveSettings(handle, { workspaceId, subAccountId }),
  };
}
