/**
 * Uploads the visitor's files one by one. A file that has arrived becomes a message of the outbox; until then it exists
 * only in this page.
 */

import type { PendingFile } from '../chat/outbox.ts';
import { coalesced, retryUntilAnswered, type WidgetVisit } from '../chat/persistence.ts';
import { problemOf } from './accepted.ts';
import type { FilesApi } from './api.ts';

export type VisitorUpload = {
  id: number;
  file: File;
  /** True for a recording made for this chat. */
  voice: boolean;
  /** Time in ms since the epoch, by the visitor's clock. */
  at: number;
  /** Progress from 0 to 1. */
  share: number;
  /** The reason why the server refuses it; null if none is known. */
  refused: 'unsendable' | 'tooLarge' | null;
};

/** Returns the file's name, which is empty if it has none. */
export const shownName = ({ file, voice }: Pick<VisitorUpload, 'file' | 'voice'>): string =>
  voice ? '🎤' : file.name;

export type VisitorUploads = {
  add(file: File, at: number, voice?: boolean): VisitorUpload;
  drop(id: number): void;
  /** Continues after the visit has started on the server. */
  flush(): void;
  list(): readonly VisitorUpload[];
};

export function createUploads(
  visit: WidgetVisit,
  api: Pick<FilesApi, 'upload'>,
  on: { uploaded(file: PendingFile, at: number): void; changed(): void },
): VisitorUploads {
  let entries: readonly VisitorUpload[] = [];
  let ids = 0;
  const has = (id: number): boolean => entries.some((entry) => entry.id === id);
  function change(id: number, facts: Partial<VisitorUpload>): void {
    entries = entries.map((entry) => (entry.id === id ? { ...entry, ...facts } : entry));
    on.changed();
  }
  function drop(id: number): void {
    entries = entries.filter((entry) => entry.id !== id);
    on.changed();
  }
  const flush = coalesced(async () => {
    const next = () => entries.find(({ refused }) => !refused);
    for (let entry = next(); entry !== undefined; entry = next()) {
      const { id, file, voice, at } = entry;
      const result = await retryUntilAnswered(visit, (token) =>
        api.upload(token, file, (share) => change(id, { share })),
      );
      if (result === null) return;
      if (!result.ok) change(id, { refused: 'unsendable' });
      else if (has(id)) {
        const recorded = voice ? { voice } : {};
        on.uploaded({ fileId: result.data.fileId, name: shownName(entry), ...recorded }, at);
        drop(id);
      }
    }
  });
  return {
    flush,
    drop,
    list: () => entries,
    add(file, at, voice = false) {
      ids += 1;
      const entry = { id: ids, file, voice, at, share: 0, refused: problemOf(file) };
      entries = [...entries, entry];
      flush();
      return entry;
    },
  };
}
