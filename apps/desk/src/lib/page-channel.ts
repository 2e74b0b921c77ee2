import type { PageChannel } from '@parley/chat-core';

/** Opens the channel of this name to the other pages of this browser. It needs no TLS. */
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
