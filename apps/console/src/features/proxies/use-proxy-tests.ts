import { type StoredProxy, testProxy } from '@parley/contract/proxies';
import { useErrorToast, useFormats, useToasts } from '@parley/ui';
import { useQueryClient } from '@tanstack/react-query';
import { useInsertionEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { queryKeys } from '../../lib/query-keys.ts';
import { useClient } from '../../lib/session-context.tsx';
import { showChanged } from '../../lib/show-changed.ts';
import { runTests, type TestRun } from './run-tests.ts';

export type TestProgress = {
  total: number;
  done: number;
  /** The ids of the proxies being tested. */
  testing: ReadonlySet<string>;
  /** End of the pause required by the server's rate limit (ms since the epoch); null: not paused. */
  pausedUntil: number | null;
};

const nothing: TestProgress = { total: 0, done: 0, testing: new Set(), pausedUntil: null };

function pause(seconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, seconds * 1000);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
}

const without = (all: ReadonlySet<string>, gone: readonly string[]) =>
  new Set([...all].filter((one) => !gone.includes(one)));

/** Returns a function that shows a run's results as a toast: one proxy by name, several as counts. */
function useTestSummary(): (found: readonly StoredProxy[]) => void {
  const { t } = useTranslation();
  const toasts = useToasts();
  const { number } = useFormats();
  return (found) => {
    const [only, ...others] = found;
    if (only === undefined) return;
    const failing = found.filter(({ status }) => status === 'failing').length;
    const say = toasts[failing === 0 ? 'success' : 'warning'];
    if (others.length > 0) say(t('proxies.testedMany', { working: found.length - failing, failing }));
    else if (failing > 0) say(t('proxies.failedOne', { name: only.name }));
    else say(t('proxies.testedOne', { name: only.name, latency: number(only.latency ?? 0) }));
  };
}

type Change = (change: (now: TestProgress) => TestProgress) => void;

/** Runs the tests and updates the progress; when a run fails, its remaining proxies are removed from the total. */
async function follow(
  { ids, signal, test }: Pick<TestRun, 'ids' | 'signal' | 'test'>,
  change: Change,
  onTested: (proxy: StoredProxy) => void,
): Promise<void> {
  let ended = 0;
  change((now) => ({ ...now, total: now.total + ids.length }));
  try {
    await runTests({
      ids,
      signal,
      test,
      pause: async (seconds, stop) => {
        change((now) => ({ ...now, pausedUntil: Date.now() + seconds * 1000 }));
        await pause(seconds, stop).finally(() => change((now) => ({ ...now, pausedUntil: null })));
      },
      onBegin: (id) => change((now) => ({ ...now, testing: new Set([...now.testing, id]) })),
      onEnd: (id, proxy) => {
        ended += 1;
        change((now) => ({ ...now, done: now.done + 1, testing: without(now.testing, [id]) }));
        if (proxy !== null) onTested(proxy);
      },
    });
  } catch (problem) {
    const left = ids.length - ended;
    change((now) => ({ ...now, total: now.total - left, testing: without(now.testing, ids) }));
    throw problem;
  }
}

/** Tests one or more proxies and reports the progress. Closing the page cancels the run. */
export function useProxyTests() {
  const client = useClient();
  const cache = useQueryClient();
  const showSummary = useTestSummary();
  const showError = useErrorToast();
  const [progress, setProgress] = useState(nothing);
  const control = useRef<AbortController>(undefined);
  const running = useRef(0);
  // An insertion effect, because ordinary effects are also cleaned up while the page is hidden in a background tab.
  useInsertionEffect(() => () => control.current?.abort(), []);

  const start = async (ids: readonly string[]) => {
    if (running.current === 0 || control.current === undefined) control.current = new AbortController();
    const { signal } = control.current;
    running.current += 1;
    const found: StoredProxy[] = [];
    const test: TestRun['test'] = (proxyId, stop) =>
      client.call(testProxy, { body: { proxyId } }, { signal: stop });
    try {
      await follow({ ids, signal, test }, setProgress, (tested) => {
        found.push(tested);
        showChanged(cache, queryKeys.proxyPages, tested);
      });
    } catch (problem) {
      if (!signal.aborted) showError(problem);
    }
    showSummary(found);
    running.current -= 1;
    if (running.current === 0) setProgress(nothing);
    void cache.invalidateQueries({ queryKey: queryKeys.proxies });
  };
  return { progress, start, cancel: () => control.current?.abort() };
}
