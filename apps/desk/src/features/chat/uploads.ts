/**
 * Files between being chosen and being sent: each is uploaded at once, shown with its progress and sent with the next
 * text. They are kept while the agent looks at other conversations, and lost when the page is left.
 */

import { type FileProblem, fileProblem } from '@parley/api-client';
import type { OutboxFile, ReadableStore } from '@parley/chat-core';
import { createStore } from '@parley/chat-core';

export type WaitingUpload = {
  key: string;
  name: string;
  contentType: string;
  size: number;
  /** Set for a recording made here, for playback. */
  recording?: Blob;
} & (
  | { state: 'uploading' /** From 0 to 1. */; share: number }
  | { state: 'ready'; fileId: string }
  | { state: 'refused'; problem: FileProblem }
  | { state: 'failed'; problem: unknown }
);

export type Uploads = {
  of(conversationId: string): ReadableStore<readonly WaitingUpload[]>;
  /** Returns the number of files that exceed the limit. `recorded` marks recordings made here, for this chat. */
  add(conversationId: string, files: readonly File[], recorded?: boolean): number;
  /** Adds a file that is already on the server. */
  attach(conversationId: string, file: OutboxFile): void;
  retry(conversationId: string, key: string): void;
  remove(conversationId: string, key: string): void;
  /** Removes and returns the files that are ready to be sent. */
  take(conversationId: string): OutboxFile[];
  /** Aborts all uploads. */
  close(): void;
};

/** The maximum number of files waiting beside one text. */
export const maxFiles = 10;

/** Uploads a file and resolves with its id; rejects when `signal` aborts. `onProgress` receives values from 0 to 1. */
type UploadOne = (
  file: File,
  options: { signal: AbortSignal; onProgress: (share: number) => void },
) => Promise<string>;

type Entry = { file: File; facts: Facts; ending: AbortController };
type Facts = Omit<WaitingUpload, 'state' | 'problem' | 'fileId' | 'share'>;

/** Keeps the waiting files of each conversation. */
function createLists() {
  const stores = new Map<string, ReturnType<typeof createStore<readonly WaitingUpload[]>>>();
  function of(conversationId: string) {
    const store = stores.get(conversationId) ?? createStore<readonly WaitingUpload[]>([]);
    stores.set(conversationId, store);
    return store;
  }
  return {
    of,
    roomIn: (conversationId: string) => Math.max(0, maxFiles - of(conversationId).get().length),
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
    const { file, facts, ending } = entry;
    const onProgress = (share: number) => lists.put(conversationId, { ...facts, state: 'uploading', share });
    try {
      const fileId = await upload(file, { signal: ending.signal, onProgress });
      lists.put(conversationId, { ...facts, state: 'ready', fileId });
    } catch (problem) {
      if (!ending.signal.aborted) lists.put(conversationId, { ...facts, state: 'failed', problem });
    }
  }
  function addOne(conversationId: string, file: File, recorded: boolean): void {
    const key = makeId();
    const facts = { ...factsOf(key, file), ...(recorded ? { recording: file } : {}) };
    const problem = fileProblem('message', file);
    const state = problem
      ? { state: 'refused' as const, problem }
      : { state: 'uploading' as const, share: 0 };
    lists.add(conversationId, { ...facts, ...state });
    if (problem) return;
    entries.set(key, { file, facts, ending: new AbortController() });
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
    add(conversationId, files, recorded = false) {
      const free = lists.roomIn(conversationId);
      for (const file of files.slice(0, free)) addOne(conversationId, file, recorded);
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
      return ready.map(asSent);
    },
    close() {
      for (const { ending } of entries.values()) ending.abort();
    },
  };
}

function asSent({
  fileId,
  name,
  contentType,
  size,
  recording,
}: Extract<WaitingUpload, { state: 'ready' }>): OutboxFile {
  return { fileId, name, contentType, size, ...(recording === undefined ? {} : { voice: true as const }) };
}

const factsOf = (key: string, { name, type: contentType, size }: File) => ({ key, name, contentType, size });
