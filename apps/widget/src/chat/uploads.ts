/**
 * The visitor's files on their way to the server, one after the other. One that has arrived becomes a message of the outbox;
 * until then it is only in this page.
 */
import { isSendable } from '../lib/files.ts';
import type { Api } from './api.ts';
import type { PendingFile } from './outbox.ts';
import { retryUntilAnswered, single, type WidgetVisit } from './persistence.ts';

export type VisitorUpload = {
  id: string;
  name: string;
  at: number;
  /** From 0 to 1. */
  share: number;
  /** The server doesn't take it. */
  refused: boolean;
};

export type VisitorUploads = {
  add(id: string, file: File, at: number): void;
  drop(id: string): void;
  /** Goes on after the server has let the visitor in. */
  flush(): void;
  list(): readonly VisitorUpload[];
};

type Entry = VisitorUpload & { file: File };

export function createUploads(
  visit: WidgetVisit,
  api: Pick<Api, 'upload'>,
  on: { uploaded(file: PendingFile, at: number): void; changed(): void },
): VisitorUploads {
  let entries: readonly Entry[] = [];
  const has = (id: string): boolean => entries.some((entry) => entry.id === id);
  function change(id: string, facts: Partial<VisitorUpload>): void {
    entries = entries.map((entry) => (entry.id === id ? { ...entry, ...facts } : entry));
    on.changed();
  }
  function drop(id: string): void {
    entries = entries.filter((entry) => entry.id !== id);
    on.changed();
  }
  const flush = single(async () => {
    const next = () => entries.find(({ refused }) => !refused);
    for (let entry = next(); entry !== undefined; entry = next()) {
      const { id, file, at } = entry;
      const result = await retryUntilAnswered(visit, (token) =>
        api.upload(token, file, (share) => change(id, { share })),
      );
      if (result === null) return;
      if (!result.ok) change(id, { refused: true });
      else if (has(id)) {
        const { name, type: contentType, size } = file;
        drop(id);
        on.uploaded({ fileId: result.data.fileId, name, contentType, size }, at);
      }
    }
  });
  return {
    flush,
    drop,
    list: () => entries,
    add(id, file, at) {
      entries = [...entries, { id, name: file.name, at, share: 0, refused: !isSendable(file), file }];
      on.changed();
      flush();
    },
  };
}
