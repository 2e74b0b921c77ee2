import { Button } from 'antd';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCountdown } from './use-countdown.ts';

/** Time to read that it worked, in seconds. */
const pause = 5;

/** After a registration: enters by itself after a moment, or at once. */
export function Registered({ onEnter }: { onEnter: () => void }) {
  const { t } = useTranslation();
  const [left, begin] = useCountdown();
  const [begun, setBegun] = useState(false);
  const enter = useEffectEvent(onEnter);

  useEffect(() => {
    begin(pause);
    setBegun(true);
  }, [begin]);
  useEffect(() => {
    if (begun && left === 0) enter();
  }, [begun, left]);

  return (
    <>
      <p role="status">{t('identity.enteringIn', { seconds: left })}</p>
      <Button block size="large" type="primary" autoFocus onClick={onEnter}>
        {t('identity.enterNow')}
      </Button>
    </>
  );
}
