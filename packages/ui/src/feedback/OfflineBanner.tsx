import './offline-banner.css';
import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';

function subscribe(listener: () => void): () => void {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}

/** Returns whether the browser reports a network connection. */
export function useOnline(): boolean {
  return useSyncExternalStore(subscribe, () => navigator.onLine);
}

type Properties = {
  /** False while the live connection is down although the network is up. */
  connected?: boolean;
};

/** A banner across the page while its data may be outdated. */
export function OfflineBanner({ connected = true }: Properties) {
  const online = useOnline();
  const { t } = useTranslation('ui');
  if (online && connected) return null;
  return (
    <div className="offline-banner" role="status">
      {t(online ? 'offline.server' : 'offline.network')}
    </div>
  );
}
