/** Starts the visit: with the token of an earlier one if there is any, else as a new visitor. */
import type { AnswerOf } from '@parley/contract';
import type { visitorStart } from '@parley/contract/visitor';
import type { WidgetStore } from '../lib/store.ts';
import type { Api, VisitorApiFailure } from './api.ts';
import { coalesced, type RetryPauses, type WidgetVisit } from './persistence.ts';

export type VisitStart = WidgetVisit & {
  begin(): void;
  /** Adopts the token of another tab. */
  follow(token: string): void;
  trouble(): boolean;
};

/** Store key under which the tabs share the visitor's token. */
export const tokenKey = 'token';

export function createVisitStart(
  parts: { site: string; language: string; api: Api; store: WidgetStore; pauses: RetryPauses },
  on: {
    entered(answer: AnswerOf<typeof visitorStart>): void;
    left(): void;
    refused(failure: VisitorApiFailure): void;
    changed(): void;
  },
): VisitStart {
  const { site, language, api, store, pauses } = parts;
  let current: string | null = null;
  let failures = 0;
  let closed = false;

  async function knock(): Promise<void> {
    const token = store.get(tokenKey);
    const result = await api.start({
      site,
      language: language.slice(0, 35),
      ...(token === null ? {} : { token }),
    });
    if (!result.ok && result.why === 'refused') {
      closed = true;
      return on.refused(result);
    }
    // Another tab was faster: both continue as its visitor; this tab's, who never wrote, leaves no trace.
    const inStore = store.get(tokenKey);
    if (inStore !== null && inStore !== token) return;
    if (result.ok) {
      current = result.data.token;
      failures = 0;
      store.set(tokenKey, current);
      return on.entered(result.data);
    }
    if (result.why === 'stale' && token !== null) return store.remove(tokenKey);
    failures += 1;
    on.changed();
    await pauses.after(result, failures - 1);
  }
  const begin = coalesced(async () => {
    while (current === null && !closed) await knock();
  });
  function leave(token: string | null): void {
    if (current === null || current === token) return;
    current = null;
    on.left();
    begin();
  }
  return {
    begin,
    pauses,
    token: () => current,
    lost(token) {
      if (store.get(tokenKey) === token) store.remove(tokenKey);
      if (current === token) leave(null);
    },
    follow: leave,
    trouble: () => failures > 1,
  };
}
