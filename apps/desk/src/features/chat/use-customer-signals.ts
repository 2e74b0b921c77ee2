import { useEffect, useState } from 'react';
import { useLiveConnect, useLiveEvent } from '../../lib/use-live.ts';

/** A platform may never say that the writing has stopped. */
const typingEndsMs = 8000;

/** Who is writing and who is there, of all conversations; only while the socket says so. */
export type CustomerSignals = { typing: ReadonlySet<string>; online: ReadonlyMap<string, boolean> };

export function useCustomerSignals(): CustomerSignals {
  const [typing, setTyping] = useState<ReadonlyMap<string, number>>(new Map());
  const [online, setOnline] = useState<ReadonlyMap<string, boolean>>(new Map());

  const setOne = (conversationId: string, on: boolean) =>
    setTyping((before) => {
      const after = new Map(before);
      if (on) after.set(conversationId, Date.now());
      else after.delete(conversationId);
      return after;
    });
  useLiveEvent('typing', ({ conversationId, on }) => setOne(conversationId, on));
  useLiveEvent('changed', ({ conversationId, message }) => {
    if (message.direction === 'in') setOne(conversationId, false);
  });
  useLiveEvent('presence', (event) =>
    setOnline((before) => new Map(before).set(event.conversationId, event.online)),
  );
  useLiveConnect(() => {
    setTyping(new Map());
    setOnline(new Map());
  });
  useEffect(() => {
    const oldest = Math.min(...typing.values());
    if (!Number.isFinite(oldest)) return undefined;
    const timer = setTimeout(
      () => setTyping((all) => new Map([...all].filter(([, since]) => since > Date.now() - typingEndsMs))),
      Math.max(0, oldest + typingEndsMs - Date.now()) + 1,
    );
    return () => clearTimeout(timer);
  }, [typing]);
  return { typing: new Set(typing.keys()), online };
}
