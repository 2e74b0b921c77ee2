import { Button } from 'antd';
import { type KeyboardEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { ReloadButton } from './ReloadButton.tsx';
import { useRetryOnline } from './use-retry-online.ts';

type Properties = { failed: boolean; onRetry: () => void };
/** `untitled` means that no surrounding frame uses `useLazyTitle`. */
type ContentProperties = Properties & { untitled?: boolean };

/**
 * Placeholder for code that is loading or couldn't be fetched. Plain, because antd's skeleton may be the very code that
 * is missing.
 */
export function LazyFallback({ failed, onRetry, untitled = false }: ContentProperties) {
  const { t } = useTranslation('ui');
  // The retry of a frame moves the focus, which may be elsewhere by then.
  useRetryOnline(failed && untitled, onRetry);
  if (!failed) {
    return (
      <div aria-busy="true">
        <div className="lazy-dialog-bar" />
        <div className="lazy-dialog-bar" />
        <div className="lazy-dialog-bar" />
      </div>
    );
  }
  return (
    <div role="alert">
      {untitled ? (
        <p>
          <strong>{t('lazy.failed')}</strong>
        </p>
      ) : null}
      <p>{t('lazy.failedHint')}</p>
      <div className="lazy-acts">
        <Button type="primary" onClick={onRetry}>
          {t('action.retry')}
        </Button>
        <ReloadButton />
      </div>
    </div>
  );
}

/** Returns the title of the surrounding frame. */
export function useLazyTitle(failed: boolean): string {
  const { t } = useTranslation('ui');
  return failed ? t('lazy.failed') : t('lazy.loading');
}

/** The content of a closable frame, with its title. */
export function LazyBody({ failed, onRetry, onClose }: Properties & { onClose: () => void }) {
  const { t } = useTranslation('ui');
  return (
    <>
      <div className="lazy-dialog-head">
        {useLazyTitle(failed)}
        <Button type="text" aria-label={t('action.close')} onClick={onClose}>
          ✕
        </Button>
      </div>
      <LazyFallback failed={failed} onRetry={onRetry} />
    </>
  );
}

type Acts = { onRetry: () => void; onClose: () => void };

/** Returns the ref and handlers of a frame around late content: Escape closes it, and a retry keeps the focus in it. */
export function useLazyFrame<Frame extends HTMLElement>({ onRetry, onClose }: Acts) {
  const frame = useRef<Frame>(null);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    // Keep the key from whatever is behind the frame.
    event.stopPropagation();
    event.preventDefault();
    onClose();
  };
  const retry = () => {
    // The retry button is about to be removed.
    frame.current?.focus();
    onRetry();
  };
  return { frame, onKeyDown, retry };
}
