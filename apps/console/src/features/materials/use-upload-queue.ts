import { type Client, type FileProblem, fileProblem, newId, uploadFile } from '@parley/api-client';
import { createMaterial, materialLimits, materialTypeOf, mediaTypeOf } from '@parley/contract/materials';
import { putByRequest } from '@parley/ui';
import { useEffect, useReducer, useRef } from 'react';
import { titleOf } from './material-values.ts';

export type QueuedUpload = {
  key: string;
  name: string;
  state:
    | { step: 'waiting' }
    /** `share` from 0 to 1. */
    | { step: 'sending'; share: number }
    | { step: 'refused'; problem: FileProblem }
    | { step: 'failed'; problem: unknown };
};

type Entry = QueuedUpload & {
  file: File;
  groupId: string | null;
  abort: AbortController;
  /** Set once the file is on the server and only the material is missing. */
  fileId?: string;
};

/** Maximum number of concurrent uploads. */
const maxConcurrent = 3;

export type UploadQueue = {
  uploads: readonly QueuedUpload[];
  add: (files: Iterable<File>, groupId: string | null) => void;
  retry: (key: string) => void;
  /** Aborts an upload, or removes it from the list. */
  cancel: (key: string) => void;
};

/**
 * Uploads several files and creates a material from each; failed ones stay on the list and can be retried. All uploads
 * are aborted when the page unmounts.
 */
export function useUploadQueue(client: Client, onStored: () => void): UploadQueue {
  const [, rerender] = useReducer((count: number) => count + 1, 0);
  const entries = useRef<Entry[]>([]);
  useEffect(
    () => () => {
      for (const { abort } of entries.current) abort.abort();
      entries.current = [];
    },
    [],
  );

  const set = (entry: Entry, state: QueuedUpload['state']) => {
    entry.state = state;
    rerender();
  };
  const take = (entry: Entry) => {
    entries.current = entries.current.filter((one) => one !== entry);
    rerender();
  };
  const begin = () => {
    const sending = entries.current.filter(({ state }) => state.step === 'sending').length;
    const waiting = entries.current.filter(({ state }) => state.step === 'waiting');
    for (const entry of waiting.slice(0, Math.max(0, maxConcurrent - sending))) void send(entry);
  };
  async function send(entry: Entry): Promise<void> {
    set(entry, { step: 'sending', share: 0 });
    try {
      await store(client, entry, (share) => set(entry, { step: 'sending', share }));
      take(entry);
      onStored();
    } catch (problem) {
      if (!entry.abort.signal.aborted) set(entry, { step: 'failed', problem });
    }
    begin();
  }

  return {
    uploads: entries.current,
    add(files, groupId) {
      entries.current = [...entries.current, ...[...files].map((file) => entryOf(file, groupId))];
      rerender();
      begin();
    },
    retry(key) {
      const entry = entries.current.find((one) => one.key === key);
      if (entry !== undefined) set(entry, { step: 'waiting' });
      begin();
    },
    cancel(key) {
      const entry = entries.current.find((one) => one.key === key);
      if (entry === undefined) return;
      entry.abort.abort();
      take(entry);
      begin();
    },
  };
}

function entryOf(given: File, groupId: string | null): Entry {
  const type = mediaTypeOf(given);
  // With the server's name for the MIME type.
  const file = type === null || type === given.type ? given : new File([given], given.name, { type });
  const problem = type === null ? 'type' : fileProblem('material', file);
  const state = problem === null ? ({ step: 'waiting' } as const) : ({ step: 'refused', problem } as const);
  return { key: newId(), name: given.name, file, groupId, state, abort: new AbortController() };
}

async function store(client: Client, entry: Entry, onProgress: (share: number) => void): Promise<void> {
  const { file, groupId, abort } = entry;
  const { signal } = abort;
  entry.fileId ??= (
    await uploadFile(client, 'material', file, { signal, onProgress, put: putByRequest })
  ).fileId;
  const type = materialTypeOf(file.type);
  if (type === null) throw new Error(`a file of the type ${file.type} passed the check`);
  const title = titleOf(file.name, materialLimits.title);
  const content = { type, fileId: entry.fileId };
  await client.call(createMaterial, { body: { title, groupId, content } }, { signal });
}
