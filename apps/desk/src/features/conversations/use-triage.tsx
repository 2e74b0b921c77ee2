// i18n-keys: triage.done.*
import { type Conversation, triageConversation } from '@parley/contract/conversations';
import { useErrorToast, useToasts } from '@parley/ui';
import { useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { type RefObject, useCallback, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { readAgentName } from '../../lib/agent-name.ts';
import { useDesk } from '../../lib/desk-context.tsx';
import { useHotkeys } from '../../lib/hotkeys.ts';
import { showConversation } from './conversation-queries.ts';
import { requestOf, type TriageAct, type TriageChange } from './triage-act.ts';

export type Triage = (conversation: Conversation, act: TriageAct) => void;

const undoSeconds = 8;

type MakeChange = (conversation: Conversation, change: TriageChange) => void;
type Undo = RefObject<(() => void) | null>;

/** The agent's name, shown in the rating that a website's visitor may be asked for. */
function nameOfCloser(storage: Storage): { authorName?: string } {
  const authorName = readAgentName(storage);
  return authorName === undefined ? {} : { authorName };
}

/** Returns a function that sends a change of a conversation and shows the resulting state. */
function useChange() {
  const { client, storage } = useDesk();
  const queryClient = useQueryClient();
  return useCallback(
    async (seen: Conversation, body: ReturnType<typeof requestOf>['change']) => {
      const { id, lastSeq } = seen;
      const closes = body.closed === true;
      const hides = closes || body.archived === true || typeof body.snoozedUntil === 'number';
      const after = await client.call(triageConversation, {
        params: { conversationId: id },
        body: { ...body, ...(hides && { seenSeq: lastSeq }), ...(closes && nameOfCloser(storage)) },
      });
      showConversation(queryClient, after);
      return after;
    },
    [client, queryClient, storage],
  );
}

/** Returns the function that performs actions; it is stable, for the rows that receive it. */
function useActs(undo: Undo): MakeChange {
  const { t } = useTranslation();
  const toasts = useToasts();
  const toastError = useErrorToast();
  const change = useChange();
  return useCallback(
    (conversation, act) => {
      const attempt = (work: () => Promise<void>) => void work().catch(toastError);
      attempt(async () => {
        const request = requestOf(conversation, act);
        const after = await change(conversation, request.change);
        const mine = () =>
          attempt(async () => {
            await change(after, request.undo);
            toasts.success({ key: 'triage', content: t('triage.undone'), duration: 3 });
          });
        undo.current = mine;
        toasts.success({
          key: 'triage',
          duration: undoSeconds,
          onClose: () => {
            if (undo.current === mine) undo.current = null;
          },
          content: (
            <>
              {t(`triage.done.${act.kind}`)}
              <Button type="link" size="small" onClick={() => takeBack(undo)} aria-keyshortcuts="U">
                {t('triage.undo')}
              </Button>
            </>
          ),
        });
      });
    },
    [t, toasts, toastError, change, undo],
  );
}

function takeBack(undo: Undo): void {
  undo.current?.();
  undo.current = null;
}

/** Pins, snoozes and closes conversations, and offers to undo the last action; use it once per page, as it binds the undo key. */
export function useTriage(): MakeChange {
  const undo = useRef<(() => void) | null>(null);
  useHotkeys({ U: () => takeBack(undo) });
  return useActs(undo);
}
