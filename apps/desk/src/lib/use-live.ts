import type { LiveEvent } from '@parley/chat-core';
import type { ServerEvents } from '@parley/contract/realtime';
import { useEffect, useEffectEvent } from 'react';
import { useDesk } from './desk-context.tsx';

/** Listens to one kind of event while the component is mounted. */
export function useLiveEvent<Name extends LiveEvent>(name: Name, listener: ServerEvents[Name]): void {
  const { live } = useDesk();
  const latest = useEffectEvent((event: Parameters<ServerEvents[Name]>[0]) => {
    // All listeners take one event, which TypeScript can't infer through the index.
    (listener as (event: Parameters<ServerEvents[Name]>[0]) => void)(event);
  });
  // The event's type follows from the name in both places.
  useEffect(() => live.on(name, ((event: never) => latest(event)) as ServerEvents[Name]), [live, name]);
}

/** Calls the listener after each connection of the socket, including the first. */
export function useLiveConnect(listener: () => void): void {
  const { live } = useDesk();
  const latest = useEffectEvent(listener);
  useEffect(() => live.onConnect(() => latest()), [live]);
}
