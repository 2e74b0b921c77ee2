import './chat.css';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../locale/formats.ts';
import { useShownTimeZone } from '../locale/time-zone.tsx';

/** Separates two days of a conversation; `at` in ms. */
export function DaySeparator({ at }: { at: number }) {
  const formats = useFormats();
  const zone = useShownTimeZone();
  return (
    <div className="chat-day" title={formats.exact(at)}>
      {formats.day(at)}
      {zone === undefined ? null : ` · ${zone}`}
    </div>
  );
}

/** Shows that the peer is typing; `name` is untrusted and shown isolated. */
export function TypingDots({ name }: { name: string }) {
  const { t } = useTranslation('ui');
  return (
    <div className="chat-typing" role="status">
      <span className="chat-dots" aria-hidden>
        <i />
        <i />
        <i />
      </span>
      <bdi>{name}</bdi> {t('chat.typing')}
    </div>
  );
}
