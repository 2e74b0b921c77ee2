import type { SystemConfig } from '@parley/contract/settings';
import { Button } from 'antd';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ClientDownloads } from './ClientDownloads.tsx';
import { useCountdown } from './use-countdown.ts';

/** Time to read what stands here, in seconds. */
const pause = 15;

type Properties = {
  onEnter: () => void;
  /** Undefined while it is not known. */
  downloads: SystemConfig['clientDownload'] | undefined;
  /** The people who give the bonus; null: there are none. */
  contacts: ReactNode;
};

/** The page after a registration, with downloads and contacts. Enters on its own, unless the user chooses to wait. */
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
