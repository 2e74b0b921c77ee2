/**
 * Files between their choice and their message: each is uploaded at once, shown with its progress and sent with the next
 * text. They stay while the agent looks at other conversations, and are lost when the page is left.
 */
import type { OutboxFile, ReadableStore } from '@parley/chat-core';
import { createStore } from '@parley/chat-core';
import { type FileProblem, fileProblem } from '@parley/ui';

export type Upload = {
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
  of(conversationId: string): ReadableStore<readonly Upload[]>;
  add(conversationId: string, files: readonly File[]): void;
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

type Entry = { file: File; ending: AbortController };

/** Uploads a file and resolves with its id; rejects when `signal` aborts. `onProgress`: from 0 to 1. */
type UploadOne = (
  file: File,
  options: { signal: AbortSignal; onProgress: (share: number) => void },
) => Promise<string>;

export function createUploads(upload: UploadOne, makeId: () => string): Uploads {
  const stores = new Map<string, ReturnType<typeof createStore<readonly Upload[]>>>();
  const entries = new Map<string, Entry>();

  function of(conversationId: string) {
    const store = stores.get(conversationId) ?? createStore<readonly Upload[]>([]);
    stores.set(conversationId, store);
    return store;
  }
  const put = (conversationId: string, upload: Upload) => {
    const store = of(conversationId);
    store.set(store.get().map((one) => (one.key === upload.key ? upload : one)));
  };

  async function begin(conversationId: string, key: string): Promise<void> {
    const entry = entries.get(key);
    if (!entry) return;
    const { file, ending } = entry;
    const facts = { key, name: file.name, contentType: file.type, size: file.size };
    const onProgress = (share: number) => put(conversationId, { ...facts, state: 'uploading', share });
    try {
      const fileId = await upload(file, { signal: ending.signal, onProgress });
      put(conversationId, { ...facts, state: 'ready', fileId });
    } catch (problem) {
      if (!ending.signal.aborted) put(conversationId, { ...facts, state: 'failed', problem });
    }
  }

  function remove(conversationId: string, key: string): void {
    entries.get(key)?.ending.abort();
    entries.delete(key);
    const store = of(conversationId);
    store.set(store.get().filter((one) => one.key !== key));
  }

  return {
    of,
    remove,
    add(conversationId, files) {
      const store = of(conversationId);
      for (const file of files.slice(0, mostFiles - store.get().length)) {
        const key = makeId();
        const facts = { key, name: file.name, contentType: file.type, size: file.size };
        const problem = fileProblem('message', file);
        const upload: Upload = problem
          ? { ...facts, state: 'refused', problem }
          : { ...facts, state: 'uploading', share: 0 };
        store.set([...store.get(), upload]);
        if (problem) continue;
        entries.set(key, { file, ending: new AbortController() });
        void begin(conversationId, key);
      }
    },
    attach(conversationId, { fileId, name, contentType, size }) {
      const store = of(conversationId);
      const facts = { key: makeId(), name, contentType, size };
      store.set([...store.get(), { ...facts, state: 'ready', fileId }]);
    },
    retry(conversationId, key) {
      const found = of(conversationId)
        .get()
        .find((one) => one.key === key);
      if (found?.state !== 'failed') return;
      put(conversationId, { ...found, state: 'uploading', share: 0 });
      void begin(conversationId, key);
    },
    take(conversationId) {
      const ready = of(conversationId)
        .get()
        .filter((one) => one.state === 'ready');
      for (const { key } of ready) remove(conversationId, key);
      return ready.map(({ fileId, name, contentType, size }) => ({ fileId, name, contentType, size }));
    },
    close() {
      for (const { ending } of entries.values()) ending.abort();
    },
  };
}
