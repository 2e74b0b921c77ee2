import type * as conversationsApi from '@parley/contract/conversations';
import * as translationApi from '@parley/contract/translation';
import { type Handle, transaction } from '../../base/db/database.ts';
import { assertFound } from '../../base/http/app-error.ts';
import type { Mount } from '../../base/http/mount.ts';
import type { RequestOrigin } from '../../base/http/origin.ts';
import type { WorkspaceId } from '../../base/ids.ts';
import { record } from '../audit/index.ts';
import type { DeskDeps } from './desk-routes.ts';
import { translationChanges } from './settings-changes.ts';
import { findConversation, subAccountOfSocialAccount } from './store.ts';

type Deps = Pick<DeskDeps, 'database' | 'translation'>;
type Level = 'workspace' | 'social-account' | 'conversation';
/** A settings level and all the levels that it inherits from. */
type Subject = {
  level: Level;
  subjectId: string;
  place: {
    workspaceId: WorkspaceId;
    conversationId?: string;
    socialAccountId?: string;
    subAccountId?: string;
  };
};

/** The owner's settings on three levels; the fourth, the sub-account's, belongs to its agent. */
export function registerOwnerSettingsRoutes(mount: Mount, deps: Deps): void {
  const { database } = deps;
  const put = (
    { own, origin }: { own: conversationsApi.TranslationSettings | null; origin: RequestOrigin },
    subjectIn: (handle: Handle) => Promise<Subject>,
  ) =>
    transaction(database, async (tx) => {
      const subject = await subjectIn(tx);
      const { level, subjectId, place } = subject;
      const before = await deps.translation.ownSettings(tx, place.workspaceId, { level, subjectId });
      await deps.translation.putSettings(tx, place.workspaceId, { level, subjectId }, own);
      await record(tx, origin, {
        action: 'translation-settings.changed',
        object: { kind: level, id: subjectId },
        details: translationChanges(before, own),
      });
      return read(deps, tx, subject);
    });

  mount(translationApi.getWorkspaceTranslation, ({ caller }) =>
    read(deps, database, ofWorkspace(caller.workspaceId)),
  );
  mount(translationApi.putWorkspaceTranslation, ({ caller, body: { own }, origin }) =>
    put({ own, origin }, async () => ofWorkspace(caller.workspaceId)),
  );
  mount(translationApi.getSocialAccountTranslation, async ({ caller, params }) =>
    read(deps, database, await ofAccount(database, caller.workspaceId, params.socialAccountId)),
  );
  mount(translationApi.putSocialAccountTranslation, ({ caller, params, body: { own }, origin }) =>
    put({ own, origin }, (tx) => ofAccount(tx, caller.workspaceId, params.socialAccountId)),
  );
  mount(translationApi.getConversationTranslation, async ({ caller, params }) =>
    read(deps, database, await ofConversation(database, caller.workspaceId, params.conversationId)),
  );
  mount(translationApi.putConversationTranslation, ({ caller, params, body: { own }, origin }) =>
    put({ own, origin }, (tx) => ofConversation(tx, caller.workspaceId, params.conversationId)),
  );
}

const ofWorkspace = (workspaceId: WorkspaceId): Subject => ({
  level: 'workspace',
  subjectId: workspaceId,
  place: { workspaceId },
});

async function ofAccount(handle: Handle, workspaceId: WorkspaceId, id: string): Promise<Subject> {
  const subAccountId = assertFound(await subAccountOfSocialAccount(handle, workspaceId, id));
  return {
    level: 'social-account',
    subjectId: id,
    place: { workspaceId, socialAccountId: id, subAccountId },
  };
}

async function ofConversation(handle: Handle, workspaceId: WorkspaceId, id: string): Promise<Subject> {
  const row = assertFound(await findConversation(handle, workspaceId, id), 'conversation.not-found');
  const { socialAccountId, subAccountId } = row;
  return {
    level: 'conversation',
    subjectId: id,
    place: { workspaceId, conversationId: id, socialAccountId, subAccountId },
  };
}

async function read(
  { translation }: Deps,
  handle: Handle,
  { level, subjectId, place }: Subject,
): Promise<translationApi.LevelSettings> {
  const inherited = await translation.inheritedSettings(handle, place, level);
  return {
    own: await translation.ownSettings(handle, place.workspaceId, { level, subjectId }),
    effective: await translation.resolveSettings(handle, place),
    inherited: inherited.settings,
    inheritedFrom: inherited.from,
  };
}
