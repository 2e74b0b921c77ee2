import { type ComponentType, useEffect } from 'react';
import { LazyBody, useLazyFrame, useLazyTitle } from './LazyFallback.tsx';
import { lazyCode, useLazyCode } from './lazy-code.ts';

type Closable = { onClose: () => void };

/**
 * Returns a panel within a page whose code is fetched when it is first opened. Until then a plain frame is shown, which
 * Escape closes; it offers a retry when the code can't be fetched, and the page stays.
 */
export function lazyPanel<P extends Closable>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  const late = lazyCode(load);
  return function LazyPanel(properties: P) {
    const { code: Panel, problem, retry } = useLazyCode(late);
    if (Panel !== null) return <Panel {...properties} />;
    return <Frame failed={problem !== null} onRetry={retry} onClose={() => properties.onClose()} />;
  };
}

type FrameProperties = { failed: boolean; onRetry: () => void; onClose: () => void };

/** Receives the focus, so that Escape closes it even while it is empty. */
function Frame({ failed, onRetry, onClose }: FrameProperties) {
  const title = useLazyTitle(failed);
  const { frame, onKeyDown, retry } = useLazyFrame<HTMLElement>({ onRetry, onClose });
  useEffect(() => frame.current?.focus(), [frame]);
  return (
    <section ref={frame} tabIndex={-1} aria-label={title} className="lazy-panel" onKeyDown={onKeyDown}>
      <LazyBody failed={failed} onRetry={retry} onClose={onClose} />
    </section>
  );
}
