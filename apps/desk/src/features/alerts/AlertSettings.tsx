// i18n-keys: alert.access.*, alert.volume.*, alert.inGroups.*
import { groupAlerts } from '@parley/chat-core';
import { Form, Select, Switch } from 'antd';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDesk } from '../../lib/desk-context.tsx';
import { type AlertChoices, readAlertChoices, volumes, writeAlertChoices } from './alert-choices.ts';
import {
  type NotificationAccess,
  notificationAccess,
  requestAccess,
  showNotification,
} from './notifications.ts';
import { playTone } from './tone.ts';

/** Returns the browser's permission, and follows changes that agents make in the browser's own settings. */
function useNotificationAccess() {
  const [access, setAccess] = useState(notificationAccess);
  useEffect(() => {
    const look = () => setAccess(notificationAccess());
    window.addEventListener('focus', look);
    document.addEventListener('visibilitychange', look);
    return () => {
      window.removeEventListener('focus', look);
      document.removeEventListener('visibilitychange', look);
    };
  }, []);
  return [access, setAccess] as const;
}

type NotificationProperties = { choices: AlertChoices; onChange: (choices: AlertChoices) => void };

function NotificationFields({ choices, onChange }: NotificationProperties) {
  const { t, i18n } = useTranslation();
  const [access, setAccess] = useNotificationAccess();
  const [asking, setAsking] = useState(false);
  const on = choices.notifications && access === 'allowed';

  const switchOn = async (): Promise<NotificationAccess> => {
    const answered = await requestAccess();
    if (answered !== 'allowed') return answered;
    const words = { title: t('alert.desktop'), body: t('alert.example'), tag: 'desk:example' };
    const shown = showNotification({ ...words, language: i18n.language }, () => undefined);
    if (shown === null) return 'missing';
    onChange({ ...choices, notifications: true });
    return answered;
  };
  const change = (wanted: boolean) => {
    if (!wanted) return onChange({ ...choices, notifications: false });
    setAsking(true);
    void switchOn()
      .then(setAccess)
      .finally(() => setAsking(false));
  };
  return (
    <>
      <Form.Item label={t('alert.desktop')} extra={<span role="status">{t(`alert.access.${access}`)}</span>}>
        <Switch
          aria-label={t('alert.desktop')}
          checked={on}
          loading={asking}
          disabled={!on && access !== 'allowed' && access !== 'ask'}
          onChange={change}
        />
      </Form.Item>
      <Form.Item label={t('alert.hideText')} extra={t('alert.hideTextHint')}>
        <Switch
          aria-label={t('alert.hideText')}
          checked={choices.hideText}
          disabled={!on}
          onChange={(hideText) => onChange({ ...choices, hideText })}
        />
      </Form.Item>
    </>
  );
}

/**
 * Form for how this browser alerts its agent; each choice takes effect with the next message.
 *
 * @param children settings that are kept on the server, shown below
 */
export function AlertSettings({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  const { storage } = useDesk();
  const [choices, setChoices] = useState(() => readAlertChoices(storage));
  const change = (next: AlertChoices) => {
    writeAlertChoices(storage, next);
    setChoices(next);
  };
  return (
    <Form layout="vertical">
      <NotificationFields choices={choices} onChange={change} />
      <Form.Item label={t('alert.sound')} extra={t('alert.soundHint')}>
        <Select
          aria-label={t('alert.sound')}
          value={choices.volume}
          onChange={(volume) => {
            change({ ...choices, volume });
            playTone(volume);
          }}
          options={volumes.map((volume) => ({ value: volume, label: t(`alert.volume.${volume}`) }))}
        />
      </Form.Item>
      <Form.Item label={t('alert.groups')} extra={t('alert.groupsHint')}>
        <Select
          aria-label={t('alert.groups')}
          value={choices.groups}
          onChange={(groups) => change({ ...choices, groups })}
          options={groupAlerts.map((value) => ({ value, label: t(`alert.inGroups.${value}`) }))}
        />
      </Form.Item>
      {children}
    </Form>
  );
}
