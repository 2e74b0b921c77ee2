import type { PageChannel } from '@parley/chat-core';

/** Opens the named channel to the other pages of this browser. It works without TLS. */
export function openPageChannel(name: string): PageChannel {
  const channel = new BroadcastChannel(name);
  return {
    post: (message) => channel.postMessage(message),
    listen: (receive) => {
      channel.onmessage = ({ data }: MessageEvent<unknown>) => receive(data);
    },
    close: () => channel.close(),
  };
}
