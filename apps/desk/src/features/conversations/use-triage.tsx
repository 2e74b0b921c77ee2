// i18n-keys: triage.done.*
import { type Conversation, triageConversation } from '@parley/contract/conversations';
import { useErrorToast, useToasts } from '@parley/ui';
import { useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useDesk } from '../../lib/desk-context.tsx';
import { useHotkeys } from '../../lib/hotkeys.ts';
import { showConversation } from './conversation-queries.ts';
import { requestOf, type TriageAct } from './triage-act.ts';

export type Triage = (conversation: Conversation, act: TriageAct) => void;

const undoSeconds = 8;

/** Pins, snoozes and closes conversations, and offers to take the last act back: once in a page, which has the key for it. */
export function useTriage(): Triage {
  const { t } = useTranslation();
  const { client } = useDesk();
  const queryClient = useQueryClient();
  const toasts = useToasts();
  const toastError = useErrorToast();
  const undo = useRef<(() => void) | null>(null);

  const change = async (seen: Conversation, body: ReturnType<typeof requestOf>['change']) => {
    const { id, lastSeq } = seen;
    const hides = body.closed === true || typeof body.snoozedUntil === 'number';
    const after = await client.call(triageConversation, {
      params: { conversationId: id },
      body: hides ? { ...body, seenSeq: lastSeq } : body,
    });
    showConversation(queryClient, after);
    return after;
  };
  const attempt = async (work: () => Promise<void>) => {
    try {
      await work();
    } catch (problem) {
      toastError(problem);
    }
  };
  const takeBack = () => {
    undo.current?.();
    undo.current = null;
  };
  useHotkeys({ U: takeBack });

  return (conversation, act) =>
    void attempt(async () => {
      const request = requestOf(conversation, act);
      const after = await change(conversation, request.change);
      const say = (content: Parameters<typeof toasts.success>[0]) => toasts.success(content);
      const mine = () =>
        void attempt(async () => {
          await change(after, request.undo);
          say({ key: 'triage', content: t('triage.undone'), duration: 3 });
        });
      undo.current = mine;
      say({
        key: 'triage',
        duration: undoSeconds,
        onClose: () => {
          if (undo.current === mine) undo.current = null;
        },
        content: (
          <>
            {t(`triage.done.${act.kind}`)}
            <Button type="link" size="small" onClick={takeBack} aria-keyshortcuts="U">
              {t('triage.undo')}
            </Button>
          </>
        ),
      });
    });
}
