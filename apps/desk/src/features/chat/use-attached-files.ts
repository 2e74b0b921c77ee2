import { newId } from '@parley/api-client';
import type { OutboxEntry, ReplyTo } from '@parley/chat-core';
import { useFormats, useToasts } from '@parley/ui';
import { useTranslation } from 'react-i18next';
import { useStore } from '../../lib/use-store.ts';
import { useChat } from './ChatServices.tsx';
import { maxFiles } from './uploads.ts';

/** Returns the files to be sent with a conversation's next text, and the agent's actions on them. */
export function useAttachedFiles(conversationId: string) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const toasts = useToasts();
  const { outbox, uploads } = useChat();
  const files = useStore(uploads.of(conversationId));
  const add = (chosen: readonly File[], recorded: boolean) => {
    const count = uploads.add(conversationId, chosen, recorded);
    if (count === 0) return;
    void toasts.warning(t('uploads.tooMany', { count, left: number(count), most: number(maxFiles) }));
  };
  return {
    files,
    uploading: files.some(({ state }) => state === 'uploading'),
    ready: files.some(({ state }) => state === 'ready'),
    add: (chosen: readonly File[]) => add(chosen, false),
    addRecording: (file: File) => add([file], true),
    retry: (key: string) => uploads.retry(conversationId, key),
    remove: (key: string) => uploads.remove(conversationId, key),
    /** Sends the ready files in order, the last one with the caption; the first one is the reply. */
    send(
      caption: string,
      mode: 'translate' | 'original',
      replyTo: ReplyTo | null,
      guard: Pick<OutboxEntry, 'seenSeq' | 'acceptsPrice'>,
    ) {
      const taken = uploads.take(conversationId);
      for (const [index, file] of taken.entries()) {
        const text = index === taken.length - 1 ? caption : '';
        const answering = index === 0 && replyTo !== null ? { replyTo } : {};
        const at = Date.now() + index;
        outbox.add({ id: newId(), conversationId, text, mode, file, ...answering, ...guard, at });
      }
    },
  };
}

export type AttachedFiles = ReturnType<typeof useAttachedFiles>;
