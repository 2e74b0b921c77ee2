/** The requests of the page of shared work orders. */
import type { SharedChatEntry, SharedView, SnapshotFile } from '@parley/contract/work-order-shares';
import { createRequests, type Outcome } from './requests.ts';
import type { LinkApi } from './visit.ts';

export type ShareApi = LinkApi<SharedView> & {
  snapshots(pass: string | null, order: number): Promise<Outcome<SnapshotFile>>;
  /** `cursor` is the one of the previous answer; null starts from the beginning. */
  chats(pass: string | null, cursor: string | null): Promise<Outcome<SharedChats>>;
};
export type SharedChats = { list: SharedChatEntry[]; nextCursor: string | null };

export function createApi(token: string, fetch: typeof globalThis.fetch): ShareApi {
  const requests = createRequests(token, 'work-order-share', fetch);
  let tag: string | null = null;
  return {
    open: (password) => requests.open('/api/share/workOrder/open', password),
    async read(pass) {
      const { outcome, tag: given } = await requests.get<SharedView>('/api/share/workOrder', pass, tag);
      if (outcome.ok) tag = given;
      return outcome;
    },
    snapshots: (pass, order) => requests.whole(`/api/share/workOrder/snapshots?order=${order}`, pass),
    chats: (pass, cursor) =>
      requests.whole(
        `/api/share/workOrder/chats${cursor === null ? '' : `?cursor=${encodeURIComponent(cursor)}`}`,
        pass,
      ),
  };
}
