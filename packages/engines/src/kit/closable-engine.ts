/** Adds a lifecycle to an engine: closing it aborts its requests. */
import { followAbort } from '@parley/contract/follow-abort';
import type { OpenEngine, TranslateAnswer, TranslateRequest } from '../spec.ts';

/** An engine without `close`: closing aborts `ended` and the signal of each request. */
export type Living = Pick<OpenEngine, 'supports' | 'translate'> & {
  /** Frees resources that `ended` cannot. Called after `ended` was aborted. */
  free?(): Promise<void>;
};

export function closableEngine(open: (ended: AbortSignal) => Living): OpenEngine {
  const end = new AbortController();
  const living = open(end.signal);
  return {
    supports: living.supports,
    async translate(request: TranslateRequest): Promise<TranslateAnswer> {
      const call = new AbortController();
      const unfollow = [request.signal, end.signal].map((signal) => followAbort(call, signal));
      try {
        return await living.translate({ ...request, signal: call.signal });
      } finally {
        for (const one of unfollow) one();
      }
    },
    async close() {
      end.abort(new Error('the engine was closed'));
      await living.free?.();
    },
  };
}
