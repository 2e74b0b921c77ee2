import { newId } from '@parley/api-client';
import { createContext, type ReactNode, useContext, useEffect, useState } from 'react';
import { type Desk, useDesk } from '../../lib/desk-context.tsx';
import { createDrafts, type Drafts } from './drafts.ts';
import { HeldMessages } from './held-messages.ts';
import { readHoldMs } from './hold-setting.ts';
import { type Journal, openUnsentJournal, type Unsent } from './journal.ts';
import { type Keep, Outbox } from './outbox.ts';
import { createThreads, type Threads } from './thread-store.ts';

export type ChatServices = { threads: Threads; outbox: Outbox; held: HeldMessages; drafts: Drafts };
type Made = ChatServices & { journal: Journal };

const ChatServicesContext = createContext<ChatServices | null>(null);

export function useChat(): ChatServices {
  const services = useContext(ChatServicesContext);
  if (services === null) throw new Error('useChat stands outside ChatServicesProvider');
  return services;
}

function create({ client, live, storage }: Desk, subAccountId: string): Made {
  const threads = createThreads({ client, live });
  // Without TLS: see `JournalOptions`.
  const journal = openUnsentJournal({ page: newId(), locks: navigator.locks ?? null });
  const keepAs = (stage: Unsent['stage']): Keep => ({
    put: (entry) => journal.put({ ...entry, subAccountId, stage }),
    remove: journal.remove,
  });
  const outbox = new Outbox({
    ...{ client, storage, subAccountId, keep: keepAs('sent') },
    onAccepted: threads.accept,
  });
  const held = new HeldMessages({
    ...{ client, keep: keepAs('held'), makeId: newId, now: Date.now },
    holdMs: () => readHoldMs(storage),
    send: (message) => outbox.add({ ...message, at: Date.now() }),
  });
  return { threads, outbox, held, journal, drafts: createDrafts(storage) };
}

/** What was sent goes on its way; what could still be taken back is to be looked at again. */
function takeOver(left: readonly Unsent[], { outbox, drafts, journal }: Made): void {
  const byConversation = Map.groupBy(
    left.filter((unsent) => unsent.stage === 'held'),
    (unsent) => unsent.conversationId,
  );
  for (const [conversationId, held] of byConversation) {
    drafts.giveBack(conversationId, held.map((unsent) => unsent.text).join('\n'));
    for (const { id } of held) journal.remove(id);
  }
  const sent = left.filter((unsent) => unsent.stage === 'sent');
  outbox.restore(
    sent.map(({ id, conversationId, text, mode, at }) => ({ id, conversationId, text, mode, at })),
  );
}

/** Sends what waits when the connection is back, and takes over what pages have left that are gone. */
function run({ live }: Desk, subAccountId: string, made: Made): () => void {
  const { outbox, held, threads, journal } = made;
  const flush = () => outbox.flush();
  const reload = (event: StorageEvent) => {
    if (event.key === null || event.key.startsWith('desk:outbox:')) outbox.reload();
  };
  const forget = live.onConnect(flush);
  window.addEventListener('online', flush);
  window.addEventListener('storage', reload);
  flush();
  journal.takeOver(subAccountId, (left) => takeOver(left, made));
  return () => {
    forget();
    window.removeEventListener('online', flush);
    window.removeEventListener('storage', reload);
    held.close();
    outbox.close();
    threads.close();
    journal.close();
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
    return run(desk, subAccountId, made);
  }, [desk, subAccountId]);
  if (services === null) return null;
  return <ChatServicesContext value={services}>{children}</ChatServicesContext>;
}
