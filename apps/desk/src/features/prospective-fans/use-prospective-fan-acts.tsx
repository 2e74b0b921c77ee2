import {
  claimProspectiveFan,
  type DeskProspectiveFan,
  finishProspectiveFan,
  giveUpProspectiveFan,
  noteProspectiveFan,
  reopenProspectiveFan,
} from '@parley/contract/prospective-fans';
import { useErrorToast, useToasts } from '@parley/ui';
import { useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { readAgentName } from '../../lib/agent-name.ts';
import { useDesk } from '../../lib/desk-context.tsx';
import { refreshProspectiveFans } from './open-count.ts';
import { showProspectiveFan } from './prospective-fan-queries.ts';

/** Actions on entries; each resolves to whether it succeeded, and a failure has already been shown. */
export type ProspectiveFanActs = {
  claim(entry: DeskProspectiveFan): Promise<boolean>;
  finish(entry: DeskProspectiveFan, conversationId: string | null): Promise<boolean>;
  giveUp(entry: DeskProspectiveFan, reason: string): Promise<boolean>;
  reopen(entry: DeskProspectiveFan): Promise<boolean>;
  note(entry: DeskProspectiveFan, note: string): Promise<boolean>;
};

/**
 * Returns a function that performs one action on an entry, shows the result in every list, and resolves to whether it
 * succeeded.
 */
function useAttempt() {
  const queryClient = useQueryClient();
  const toastError = useErrorToast();
  const running = useRef(new Set<string>());
  return async (id: string, work: () => Promise<DeskProspectiveFan>): Promise<boolean> => {
    // Pressing a key twice performs the action once.
    if (running.current.has(id)) return false;
    running.current.add(id);
    try {
      showProspectiveFan(queryClient, await work());
      return true;
    } catch (problem) {
      toastError(problem);
      return false;
    } finally {
      running.current.delete(id);
      refreshProspectiveFans(queryClient);
    }
  };
}

const paramsOf = ({ id }: DeskProspectiveFan) => ({ prospectiveFanId: id });

/** Returns the actions on prospective fans. Those that end an entry can be undone from their toast. */
export function useProspectiveFanActs(): ProspectiveFanActs {
  const { t } = useTranslation();
  const { client, storage } = useDesk();
  const toasts = useToasts();
  const attempt = useAttempt();
  const author = () => {
    const authorName = readAgentName(storage);
    return authorName === undefined ? {} : { authorName };
  };
  const reopen = (entry: DeskProspectiveFan) =>
    attempt(entry.id, () => client.call(reopenProspectiveFan, { params: paramsOf(entry), body: {} }));
  const ended = (entry: DeskProspectiveFan, text: string) =>
    toasts.success({
      key: `prospective-fan ${entry.id}`,
      duration: 8,
      content: (
        <>
          {text}
          <Button type="link" size="small" onClick={() => void reopen(entry)}>
            {t('prospectiveFan.undo')}
          </Button>
        </>
      ),
    });
  return {
    reopen,
    claim: (entry) =>
      attempt(entry.id, () => client.call(claimProspectiveFan, { params: paramsOf(entry), body: author() })),
    async finish(entry, conversationId) {
      const body = { conversationId, ...author() };
      const done = await attempt(entry.id, () =>
        client.call(finishProspectiveFan, { params: paramsOf(entry), body }),
      );
      if (done) ended(entry, t('prospectiveFan.markedDone'));
      return done;
    },
    async giveUp(entry, reason) {
      const body = { reason, ...author() };
      const done = await attempt(entry.id, () =>
        client.call(giveUpProspectiveFan, { params: paramsOf(entry), body }),
      );
      if (done) ended(entry, t('prospectiveFan.givenUp'));
      return done;
    },
    note: (entry, note) =>
      attempt(entry.id, () =>
        client.call(noteProspectiveFan, { params: paramsOf(entry), body: { note, before: entry.note } }),
      ),
  };
}
