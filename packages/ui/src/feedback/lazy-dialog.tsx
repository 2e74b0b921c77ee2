import { type ComponentType, type SyntheticEvent, useLayoutEffect, useRef } from 'react';
import { LateBody, useLateFrame, useLateTitle } from './LateContent.tsx';
import { lateCode, useLateCode } from './late-code.ts';

type Closable = {
  /** Left out: it is open as long as it is rendered. */
  open?: boolean;
  onClose: () => void;
};

type Options<P> = {
  /** Left out: a dialog. */
  drawer?: boolean;
  /** Left out: `open` says so. */
  isOpen?: (properties: P) => boolean;
};

/**
 * Returns a dialog or drawer whose code is fetched when it is first rendered. Until then a plain frame stands there,
 * which Escape closes; it offers to try again where the code can't be fetched.
 */
export function lazyDialog<P extends Closable>(
  load: () => Promise<ComponentType<P>>,
  { drawer = false, isOpen = ({ open }) => open !== false }: Options<P> = {},
): ComponentType<P> {
  const late = lateCode(load);
  return function LazyDialog(properties: P) {
    const { code: Dialog, problem, retry } = useLateCode(late);
    if (Dialog !== null) return <Dialog {...properties} />;
    if (!isOpen(properties)) return null;
    return (
      <Frame drawer={drawer} failed={problem !== null} onRetry={retry} onClose={() => properties.onClose()} />
    );
  };
}

type FrameProperties = { drawer: boolean; failed: boolean; onRetry: () => void; onClose: () => void };

/** The browser's own dialog: antd's may be the very code that is missing. */
function Frame({ drawer, failed, onRetry, onClose }: FrameProperties) {
  const title = useLateTitle(failed);
  const { frame, onKeyDown, retry } = useLateFrame<HTMLDialogElement>({ onRetry, onClose });
  const isOpening = useRef(true);
  useLayoutEffect(() => {
    const shown = frame.current;
    const show = () => {
      if (shown?.open === false) shown.showModal();
      // Not its first button: the Enter that chose an entry of a menu would go on to it, and close the frame.
      shown?.focus();
    };
    show();
    // The Escape that has opened it goes on to it as well. Not always can that be prevented.
    const opened = setTimeout(() => {
      isOpening.current = false;
      if (shown?.open === false) show();
    });
    return () => {
      clearTimeout(opened);
      // The focus returns to where it was: the dialog that follows takes it from there.
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
      // biome-ignore lint/a11y/noRedundantRoles: keys of the page behind and lost focus look for dialogs by these two
      role="dialog"
      aria-modal="true"
      aria-label={title}
      className={`lazy-dialog ${drawer ? 'lazy-dialog-drawer' : ''}`}
      onKeyDown={onKeyDown}
      onCancel={onCancel}
    >
      <LateBody failed={failed} onRetry={retry} onClose={onClose} />
    </dialog>
  );
}
