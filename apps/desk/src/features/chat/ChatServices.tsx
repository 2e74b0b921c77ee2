import { createContext, type ReactNode, useContext, useEffect, useState } from 'react';
import { uuidv7 } from 'uuidv7';
import { type Desk, useDesk } from '../../lib/desk-context.tsx';
import { createDrafts, type Drafts } from './drafts.ts';
import { HeldMessages } from './held-messages.ts';
import { readHoldMs } from './hold-setting.ts';
import { Outbox } from './outbox.ts';
import { createThreads, type Threads } from './thread-store.ts';

export type ChatServices = { threads: Threads; outbox: Outbox; held: HeldMessages; drafts: Drafts };

const ChatServicesContext = createContext<ChatServices | null>(null);

export function useChat(): ChatServices {
  const services = useContext(ChatServicesContext);
  if (services === null) throw new Error('useChat stands outside ChatServicesProvider');
  return services;
}

function create({ client, live, storage }: Desk, subAccountId: string): ChatServices {
  const threads = createThreads({ client, live });
  const outbox = new Outbox({ client, storage, subAccountId, onAccepted: threads.accept });
  const held = new HeldMessages({
    client,
    makeId: uuidv7,
    holdMs: () => readHoldMs(storage),
    send: (message) => outbox.add({ ...message, at: Date.now() }),
  });
  return { threads, outbox, held, drafts: createDrafts(storage) };
}

/** Sends what waits when the connection is back, and keeps what is held when the page is left. */
function run({ live }: Desk, { outbox, held, drafts, threads }: ChatServices): () => void {
  const keepHeld = () => {
    for (const [conversationId, text] of held.texts()) {
      const begun = drafts.read(conversationId);
      drafts.write(conversationId, begun === '' ? text : `${text}\n${begun}`);
    }
  };
  const flush = () => outbox.flush();
  const reload = (event: StorageEvent) => {
    if (event.key === null || event.key.startsWith('desk:outbox:')) outbox.reload();
  };
  const forget = live.onConnect(flush);
  window.addEventListener('online', flush);
  window.addEventListener('storage', reload);
  window.addEventListener('pagehide', keepHeld);
  flush();
  return () => {
    forget();
    window.removeEventListener('online', flush);
    window.removeEventListener('storage', reload);
    window.removeEventListener('pagehide', keepHeld);
    outbox.close();
    threads.close();
  };
}

/** Threads, outbox, held messages and drafts of one sub-account. Give it the sub-account's id as `key`. */
export function ChatServicesProvider({
  subAccountId,
  children,
}: {
  subAccountId: string;
  children: ReactNode;
}) {
  const desk = useDesk();
  const [services, setServices] = useState<ChatServices | null>(null);
  useEffect(() => {
    const made = create(desk, subAccountId);
    setServices(made);
    return run(desk, made);
  }, [desk, subAccountId]);
  if (services === null) return null;
  return <ChatServicesContext value={services}>{children}</ChatServicesContext>;
}
