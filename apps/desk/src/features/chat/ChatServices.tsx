import { newId, uploadFile } from '@parley/api-client';
import { type Chat, openChat, systemClock } from '@parley/chat-core';
import { putByRequest } from '@parley/ui';
import { createContext, type ReactNode, useContext, useEffect, useState } from 'react';
import { readAgentName } from '../../lib/agent-name.ts';
import { type Desk, useDesk } from '../../lib/desk-context.tsx';
import { openBrowserJournal } from './browser-journal.ts';
import { readHoldMs } from './hold-setting.ts';
import { createUploads, type Uploads } from './uploads.ts';

/** The chat in a browser, which adds uploads and the id of its sub-account. */
type DeskChat = Chat & { uploads: Uploads; subAccountId: string };

const ChatContext = createContext<DeskChat | null>(null);

export function useChat(): DeskChat {
  const chat = useContext(ChatContext);
  if (chat === null) throw new Error('useChat stands outside ChatServicesProvider');
  return chat;
}

function openDeskChat({ client, live, storage }: Desk, subAccountId: string): DeskChat {
  // `navigator.locks` is missing without TLS, see `openBrowserJournal`.
  const journal = openBrowserJournal(newId(), navigator.locks ?? null);
  const uploads = createUploads(
    async (file, options) =>
      (await uploadFile(client, 'message', file, { ...options, put: putByRequest })).fileId,
    newId,
  );
  const chat = openChat({
    client,
    live,
    storage,
    journal,
    subAccountId,
    clock: systemClock,
    makeId: newId,
    holdMs: () => readHoldMs(storage),
    authorName: () => readAgentName(storage),
  });
  return {
    ...chat,
    uploads,
    subAccountId,
    close() {
      uploads.close();
      chat.close();
    },
  };
}

/** Sends when the browser is online again, and picks up what other tabs have stored; the returned function stops it. */
function followBrowser({ outbox }: Chat): () => void {
  const flush = () => outbox.flush();
  const reload = (event: StorageEvent) => {
    if (event.key === null || event.key.startsWith('desk:outbox:')) outbox.reload();
  };
  window.addEventListener('online', flush);
  window.addEventListener('storage', reload);
  return () => {
    window.removeEventListener('online', flush);
    window.removeEventListener('storage', reload);
  };
}

/** Provides threads, outbox, held messages and drafts of one sub-account. Pass the sub-account's id as `key`. */
export function ChatServicesProvider({
  subAccountId,
  children,
}: {
  subAccountId: string;
  children: ReactNode;
}) {
  const desk = useDesk();
  const [chat, setChat] = useState<DeskChat | null>(null);
  useEffect(() => {
    const opened = openDeskChat(desk, subAccountId);
    setChat(opened);
    const stop = followBrowser(opened);
    return () => {
      stop();
      opened.close();
    };
  }, [desk, subAccountId]);
  if (chat === null) return null;
  return <ChatContext value={chat}>{children}</ChatContext>;
}
