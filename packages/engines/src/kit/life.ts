/** From an engine's opening to its end. */
import type { OpenEngine, TranslateAnswer, TranslateRequest } from '../spec.ts';

/** An engine that needn't think of its end: `ended` and each request's signal are aborted by it. */
export type Living = Pick<OpenEngine, 'supports' | 'translate'> & {
  /** What `ended` can't free. Called after it was aborted. */
  free?(): Promise<void>;
};

export function untilClosed(open: (ended: AbortSignal) => Living): OpenEngine {
  const end = new AbortController();
  const living = open(end.signal);
  return {
    supports: living.supports,
    translate(request: TranslateRequest): Promise<TranslateAnswer> {
      return living.translate({ ...request, signal: AbortSignal.any([request.signal, end.signal]) });
    },
    async close() {
      end.abort(new Error('the engine was closed'));
      await living.free?.();
    },
  };
}
