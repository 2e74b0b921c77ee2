// i18n-keys: voice.problem.*
import './voice-button.css';
import { AudioOutlined, CheckOutlined, CloseOutlined } from '@ant-design/icons';
import { playingTime, useToasts } from '@parley/ui';
import { Button, Tooltip } from 'antd';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useVoiceRecording } from './use-voice-recording.ts';
import { canRecord } from './voice-recording.ts';

type Properties = {
  /** The platform accepts no files. */
  disabled: boolean;
  onRecorded: (file: File) => void;
  /** Called when the focused button has been removed. */
  onEnded: () => void;
};

/** Records a voice message, which is then queued with the other files to be sent. */
export function VoiceButton({ disabled, onRecorded, onEnded }: Properties) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const { state, start, finish, cancel } = useVoiceRecording({
    onRecorded,
    onProblem: (problem) => void toasts.error(t(`voice.problem.${problem}`)),
  });
  if (state.phase === 'recording') {
    return (
      <fieldset className="desk-recording" aria-label={t('voice.recording')}>
        <Elapsed since={state.since} />
        <Button
          type="text"
          icon={<CloseOutlined aria-hidden />}
          aria-label={t('voice.cancel')}
          onClick={() => {
            cancel();
            onEnded();
          }}
        />
        <Tooltip title={t('voice.finish')}>
          <Button
            autoFocus
            type="text"
            icon={<CheckOutlined aria-hidden />}
            aria-label={t('voice.finish')}
            onClick={() => void finish().then(onEnded)}
          />
        </Tooltip>
      </fieldset>
    );
  }
  const able = canRecord();
  return (
    <Tooltip title={t(disabled ? 'uploads.unsupported' : able ? 'voice.record' : 'voice.insecure')}>
      <Button
        disabled={disabled || !able}
        loading={state.phase !== 'idle'}
        icon={<AudioOutlined aria-hidden />}
        aria-label={t('voice.record')}
        onClick={() => void start()}
      />
    </Tooltip>
  );
}

/** The time since the recording began; not a live region, so screen readers don't announce each second. */
function Elapsed({ since }: { since: number }) {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 250);
    return () => clearInterval(timer);
  }, []);
  return (
    <span role="timer" aria-live="off" className="desk-recording-time">
      {playingTime(Math.max(0, (now - since) / 1000))}
    </span>
  );
}
