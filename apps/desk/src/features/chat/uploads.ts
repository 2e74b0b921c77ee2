/**
 * Files between their choice and their message: each is uploaded at once, shown with its progress and sent with the next
 * text. They stay while the agent looks at other conversations, and are lost when the page is left.
 */

import { type FileProblem, fileProblem } from '@parley/api-client';
import type { OutboxFile, ReadableStore } from '@parley/chat-core';
import { createStore } from '@parley/chat-core';

export type WaitingUpload = {
  key: string;
  name: string;
  contentType: string;
  size: number;
} & (
  | { state: 'uploading' /** From 0 to 1. */; share: number }
  | { state: 'ready'; fileId: string }
  | { state: 'refused'; problem: FileProblem }
  | { state: 'failed'; problem: unknown }
);

export type Uploads = {
  of(conversationId: string): ReadableStore<readonly WaitingUpload[]>;
  /** Returns the number of files that there is no room for. */
  add(conversationId: string, files: readonly File[]): number;
  /** Adds a file that the server has already. */
  attach(conversationId: string, file: OutboxFile): void;
  retry(conversationId: string, key: string): void;
  remove(conversationId: string, key: string): void;
  /** Takes the files that are ready, to be sent. */
  take(conversationId: string): OutboxFile[];
  /** Ends all uploads. */
  close(): void;
};

/** The files that may wait beside one text. */
export const mostFiles = 10;

/** Uploads a file and resolves with its id; rejects when `signal` aborts. `onProgress`: from 0 to 1. */
type UploadOne = (
  file: File,
  options: { signal: AbortSignal; onProgress: (share: number) => void },
) => Promise<string>;

type Entry = { file: File; ending: AbortController };

/** The waiting files of each conversation. */
function createLists() {
  const stores = new Map<string, ReturnType<typeof createStore<readonly WaitingUpload[]>>>();
  function of(conversationId: string) {
    const store = stores.get(conversationId) ?? createStore<readonly WaitingUpload[]>([]);
    stores.set(conversationId, store);
    return store;
  }
  return {
    of,
    find: (conversationId: string, key: string) =>
      of(conversationId)
        .get()
        .find((one) => one.key === key),
    add: (conversationId: string, upload: WaitingUpload) =>
      of(conversationId).set([...of(conversationId).get(), upload]),
    put: (conversationId: string, upload: WaitingUpload) => {
      const store = of(conversationId);
      store.set(store.get().map((one) => (one.key === upload.key ? upload : one)));
    },
    drop: (conversationId: string, key: string) => {
      const store = of(conversationId);
      store.set(store.get().filter((one) => one.key !== key));
    },
  };
}

export function createUploads(upload: UploadOne, makeId: () => string): Uploads {
  const lists = createLists();
  const entries = new Map<string, Entry>();

  async function begin(conversationId: string, key: string): Promise<void> {
    const entry = entries.get(key);
    if (!entry) return;
    const { file, ending } = entry;
    const facts = factsOf(key, file);
    const onProgress = (share: number) => lists.put(conversationId, { ...facts, state: 'uploading', share });
    try {
      const fileId = await upload(file, { signal: ending.signal, onProgress });
      lists.put(conversationId, { ...facts, state: 'ready', fileId });
    } catch (problem) {
      if (!ending.signal.aborted) lists.put(conversationId, { ...facts, state: 'failed', problem });
    }
  }
  function addOne(conversationId: string, file: File): void {
    const key = makeId();
    const problem = fileProblem('message', file);
    const state = problem
      ? { state: 'refused' as const, problem }
      : { state: 'uploading' as const, share: 0 };
    lists.add(conversationId, { ...factsOf(key, file), ...state });
    if (problem) return;
    entries.set(key, { file, ending: new AbortController() });
    void begin(conversationId, key);
  }
  function remove(conversationId: string, key: string): void {
    entries.get(key)?.ending.abort();
    entries.delete(key);
    lists.drop(conversationId, key);
  }

  return {
    of: lists.of,
    remove,
    add(conversationId, files) {
      const free = Math.max(0, mostFiles - lists.of(conversationId).get().length);
      for (const file of files.slice(0, free)) addOne(conversationId, file);
      return Math.max(0, files.length - free);
    },
    attach: (conversationId, file) => lists.add(conversationId, { ...file, key: makeId(), state: 'ready' }),
    retry(conversationId, key) {
      const found = lists.find(conversationId, key);
      if (found?.state !== 'failed') return;
      lists.put(conversationId, { ...found, state: 'uploading', share: 0 });
      void begin(conversationId, key);
    },
    take(conversationId) {
      const ready = [...lists.of(conversationId).get()].filter((one) => one.state === 'ready');
      for (const { key } of ready) remove(conversationId, key);
      return ready.map(({ fileId, name, contentType, size }) => ({ fileId, name, contentType, size }));
    },
    close() {
      for (const { ending } of entries.values()) ending.abort();
    },
  };
}

const factsOf = (key: string, { name, type: contentType, size }: File) => ({ key, name, contentType, size });
