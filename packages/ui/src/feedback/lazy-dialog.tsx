import { type ComponentType, type SyntheticEvent, useLayoutEffect, useRef } from 'react';
import { LazyBody, useLazyFrame, useLazyTitle } from './LazyFallback.tsx';
import { lazyCode, useLazyCode } from './lazy-code.ts';

type Closable = {
  /** Omitted if it is open for as long as it is rendered. */
  open?: boolean;
  onClose: () => void;
};

type Options<P> = {
  /** A drawer instead of a dialog. */
  drawer?: boolean;
  /** Defaults to the property `open`. */
  isOpen?: (properties: P) => boolean;
};

/**
 * Returns a dialog or drawer whose code is fetched when it is first rendered. Until then a plain frame is shown, which
 * Escape closes; it offers a retry when the code can't be fetched.
 */
export function lazyDialog<P extends Closable>(
  load: () => Promise<ComponentType<P>>,
  { drawer = false, isOpen = ({ open }) => open !== false }: Options<P> = {},
): ComponentType<P> {
  const late = lazyCode(load);
  return function LazyDialog(properties: P) {
    const { code: Dialog, problem, retry } = useLazyCode(late);
    if (Dialog !== null) return <Dialog {...properties} />;
    if (!isOpen(properties)) return null;
    return (
      <Frame drawer={drawer} failed={problem !== null} onRetry={retry} onClose={() => properties.onClose()} />
    );
  };
}

type FrameProperties = { drawer: boolean; failed: boolean; onRetry: () => void; onClose: () => void };

/** Uses the browser's own dialog, because antd's may be the very code that is missing. */
function Frame({ drawer, failed, onRetry, onClose }: FrameProperties) {
  const title = useLazyTitle(failed);
  const { frame, onKeyDown, retry } = useLazyFrame<HTMLDialogElement>({ onRetry, onClose });
  const isOpening = useRef(true);
  useLayoutEffect(() => {
    const shown = frame.current;
    const show = () => {
      if (shown?.open === false) shown.showModal();
      // Focus the frame, not its first button: the Enter that chose a menu entry would reach the button and close the
      // frame.
      shown?.focus();
    };
    show();
    // The Escape that opened the frame may reach it as well, and that can't always be prevented.
    const opened = setTimeout(() => {
      isOpening.current = false;
      if (shown?.open === false) show();
    });
    return () => {
      clearTimeout(opened);
      // Restores the focus, which the dialog that follows then takes over.
      shown?.close();
    };
  }, [frame]);
  const onCancel = (event: SyntheticEvent) => {
    if (isOpening.current) event.preventDefault();
    else onClose();
  };
  return (
    <dialog
      ref={frame}
      tabIndex={-1}
      // biome-ignore lint/a11y/noRedundantRoles: shortcuts of the page and focus handling find dialogs by these two attributes
      role="dialog"
      aria-modal="true"
      aria-label={title}
      className={`lazy-dialog ${drawer ? 'lazy-dialog-drawer' : ''}`}
      onKeyDown={onKeyDown}
      onCancel={onCancel}
    >
      <LazyBody failed={failed} onRetry={retry} onClose={onClose} />
    </dialog>
  );
}
