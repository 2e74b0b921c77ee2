/** The requests of the page of shared work orders. */
import type { SharedView, SnapshotFile } from '@parley/contract/work-order-shares';
import { createRequests, type Outcome } from './requests.ts';
import type { LinkApi } from './visit.ts';

export type ShareApi = LinkApi<SharedView> & {
  snapshots(pass: string | null, order: number): Promise<Outcome<SnapshotFile>>;
};

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
    async snapshots(pass, order) {
      const path = `/api/share/workOrder/snapshots?order=${order}`;
      const { outcome } = await requests.get<SnapshotFile>(path, pass);
      if (!outcome.ok) return outcome;
      return outcome.data === null
        ? { ok: false, refusal: { kind: 'unreachable' } }
        : { ok: true, data: outcome.data };
    },
  };
}
