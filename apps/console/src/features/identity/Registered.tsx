import type { SystemConfig } from '@parley/contract/settings';
import { Button } from 'antd';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ClientDownloads } from './ClientDownloads.tsx';
import { useCountdown } from './use-countdown.ts';

/** Time to read the page, in seconds. */
const pause = 15;

type Properties = {
  onEnter: () => void;
  /** Undefined while it is loading. */
  downloads: SystemConfig['clientDownload'] | undefined;
  /** The contacts who grant the bonus; null: none. */
  contacts: ReactNode;
};

/**
 * The page after a registration, with downloads and contacts. It continues on its own, unless the user stops the
 * countdown.
 */
export function Registered({ onEnter, downloads, contacts }: Properties) {
  const { t } = useTranslation();
  const [left, begin] = useCountdown();
  const [state, setState] = useState<'new' | 'counting' | 'stopped'>('new');
  const enter = useEffectEvent(onEnter);

  useEffect(() => {
    begin(pause);
    setState('counting');
  }, [begin]);
  useEffect(() => {
    if (state === 'counting' && left === 0) enter();
  }, [state, left]);

  const stopped = state === 'stopped';
  return (
    <div className="registered">
      <ClientDownloads downloads={downloads} />
      {contacts === null ? null : (
        <section>
          <h2>{t('identity.bonusTitle')}</h2>
          <p className="quiet">{t('identity.bonusHint')}</p>
          {contacts}
        </section>
      )}
      <div className="entry-line">
        <span role={stopped ? 'status' : 'timer'}>
          {stopped ? t('identity.entryStopped') : t('identity.enteringIn', { seconds: left })}
        </span>
        <span className="grow" />
        {stopped ? null : (
          <Button size="small" onClick={() => setState('stopped')}>
            {t('identity.stay')}
          </Button>
        )}
      </div>
      <Button block size="large" type="primary" autoFocus onClick={onEnter}>
        {t('identity.enterNow')}
      </Button>
    </div>
  );
}
