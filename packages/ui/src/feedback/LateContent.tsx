import { Button } from 'antd';
import { type KeyboardEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { ReloadButton } from './ReloadButton.tsx';

type Properties = { failed: boolean; onRetry: () => void };
/** `untitled`: no frame around it has `useLateTitle`. */
type ContentProperties = Properties & { untitled?: boolean };

/** Stands where code is on its way, or couldn't be fetched. Plain: antd's skeleton may be the very code that is missing. */
export function LateContent({ failed, onRetry, untitled = false }: ContentProperties) {
  const { t } = useTranslation('ui');
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

/** Returns the title of a frame around it. */
export function useLateTitle(failed: boolean): string {
  const { t } = useTranslation('ui');
  return failed ? t('lazy.failed') : t('lazy.loading');
}

/** The content of a frame that can be closed, with its title. */
export function LateBody({ failed, onRetry, onClose }: Properties & { onClose: () => void }) {
  const { t } = useTranslation('ui');
  return (
    <>
      <div className="lazy-dialog-head">
        {useLateTitle(failed)}
        <Button type="text" aria-label={t('action.close')} onClick={onClose}>
          ✕
        </Button>
      </div>
      <LateContent failed={failed} onRetry={onRetry} />
    </>
  );
}

type Acts = { onRetry: () => void; onClose: () => void };

/** Returns what a frame around it does: Escape closes it, and to try again keeps the focus in it. */
export function useLateFrame<Frame extends HTMLElement>({ onRetry, onClose }: Acts) {
  const frame = useRef<Frame>(null);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    // For nothing behind it.
    event.stopPropagation();
    event.preventDefault();
    onClose();
  };
  const retry = () => {
    // The button goes.
    frame.current?.focus();
    onRetry();
  };
  return { frame, onKeyDown, retry };
}
