// i18n-keys: chat.attachment.*
import './attachments.css';
import './broken-picture.css';
import { DownloadOutlined } from '@ant-design/icons';
import type { Attachment, MediaAttachment } from '@parley/contract/conversations';
import type { FileLink } from '@parley/contract/files';
import { type PropsWithChildren, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyCode, useLazyCode } from '../../feedback/lazy-code.ts';
import { useFormats } from '../../locale/formats.ts';
import { printableLine } from '../printable.ts';
import { useFileLink } from './file-links.tsx';

/** Loaded with the first recording that is shown. */
const voicePlayer = lazyCode(async () => (await import('./VoicePlayer.tsx')).VoicePlayer);

type Ready = MediaAttachment & { fileId: string };

/** The content of a message other than its text. Names and numbers are untrusted text. */
export function AttachmentView({ attachment }: { attachment: Attachment }) {
  switch (attachment.type) {
    case 'media':
      return <Media media={attachment} />;
    case 'contact':
      return <Contact name={attachment.name} phones={attachment.phones} />;
    case 'location':
      return <Place place={attachment} />;
  }
}

function Media({ media }: { media: MediaAttachment }) {
  const { t } = useTranslation('ui');
  const { state, problem, fileId } = media;
  if (state === 'failed') {
    return (
      <div className="chat-attachment-note">
        <FileName name={media.name} />
        {/* A medium that wasn't requested is not an error. */}
        <div className={problem === 'not-asked' ? 'chat-not-asked' : 'chat-problem'}>
          {t(`chat.attachment.problem.${problem ?? 'not-fetched'}`)}
        </div>
      </div>
    );
  }
  if (state === 'fetching' || fileId === null) return <Coming media={media} text="fetching" />;
  return <ReadyMedia media={{ ...media, fileId }} />;
}

/** The maximum length of a picture's or video's longer side, in CSS pixels. */
const maxPixels = 320;

/** Returns the space that a picture or video will take, to prevent a layout shift when it loads. */
function boxOf({ width, height }: Pick<MediaAttachment, 'width' | 'height'>) {
  if (!width || !height) return {};
  const scale = Math.min(1, maxPixels / width, maxPixels / height);
  return { width: Math.round(width * scale), aspectRatio: `${width} / ${height}` };
}

/** Names the file, if its platform does. */
function FileName({ name }: { name: string }) {
  const shown = printableLine(name, 100);
  return shown === '' ? null : <bdi>{shown}</bdi>;
}

/** Placeholder for a medium that is still being fetched. */
function Coming({ media, text }: { media: MediaAttachment; text: 'fetching' | 'loading' }) {
  const { t } = useTranslation('ui');
  return (
    <div className="chat-attachment-note chat-attachment-coming" style={boxOf(media)}>
      <FileName name={media.name} />
      <div className="chat-pending">{t(`chat.attachment.${text}`)}</div>
    </div>
  );
}

const familyOf = (contentType: string) => contentType.split('/')[0];

function ReadyMedia({ media }: { media: Ready }) {
  const { t } = useTranslation('ui');
  const { link, failed, retry } = useFileLink(media.fileId);
  const [broken, setBroken] = useState(false);
  if (failed || broken) {
    const again = () => {
      setBroken(false);
      retry();
    };
    const isPicture = familyOf(media.contentType) === 'image';
    return (
      <div className={isPicture ? 'chat-attachment-note broken-picture' : 'chat-attachment-note'}>
        <FileName name={media.name} />
        {t('chat.attachment.broken')}{' '}
        <button type="button" className="chat-attachment-again" onClick={again}>
          {t('chat.attachment.reload')}
        </button>
      </div>
    );
  }
  if (link === null) return <Coming media={media} text="loading" />;
  return <Shown media={media} link={link} onBroken={() => setBroken(true)} />;
}

type ShownProperties = { media: Ready; link: FileLink; onBroken: () => void };

function Shown({ media, link, onBroken }: ShownProperties) {
  const { t } = useTranslation('ui');
  const { url } = link;
  // An open picture or player keeps its URL when a fresh one is fetched.
  const [{ previewUrl, url: source }] = useState(link);
  const name = printableLine(media.name, 100) || t('chat.attachment.unnamed');
  switch (familyOf(media.contentType)) {
    case 'image':
      return (
        <Downloadable name={name} url={url}>
          <a
            href={url}
            target="_blank"
            rel="noopener noreferrer"
            aria-label={t('chat.attachment.open', { name })}
          >
            <img
              className="chat-picture"
              src={previewUrl ?? source}
              alt={name}
              loading="lazy"
              style={boxOf(media)}
              onError={onBroken}
            />
          </a>
        </Downloadable>
      );
    case 'video':
      return (
        <Downloadable name={name} url={url}>
          {/* biome-ignore lint/a11y/useMediaCaption: customers send no captions */}
          <video
            className="chat-picture"
            src={source}
            controls
            preload="metadata"
            aria-label={name}
            style={boxOf(media)}
            onError={onBroken}
          />
        </Downloadable>
      );
    case 'audio':
      return (
        <Downloadable name={name} url={url}>
          <Sound media={media} name={name} source={source} onBroken={onBroken} />
        </Downloadable>
      );
    default:
      return <Download name={name} size={media.size} url={url} />;
  }
}

/** A picture or player with a download link: not every browser's player offers one, and VoicePlayer doesn't. */
function Downloadable({ name, url, children }: PropsWithChildren<{ name: string; url: string }>) {
  const { t } = useTranslation('ui');
  const label = t('chat.attachment.download', { name });
  return (
    <div className="chat-medium">
      {children}
      <a className="chat-download" href={url} download={name} aria-label={label} title={label}>
        <DownloadOutlined aria-hidden />
      </a>
    </div>
  );
}

type SoundProperties = { media: Ready; name: string; source: string; onBroken: () => void };

/** Renders VoicePlayer if a waveform is known and its code can be loaded, the browser's player otherwise. */
function Sound({ media: { waveform, durationMs }, name, source, onBroken }: SoundProperties) {
  const { code: VoicePlayer, problem } = useLazyCode(voicePlayer, waveform !== undefined);
  const player = (
    // biome-ignore lint/a11y/useMediaCaption: customers send no captions
    <audio
      className="chat-sound"
      src={source}
      controls
      preload="metadata"
      aria-label={name}
      onError={onBroken}
    />
  );
  if (waveform === undefined || problem !== null) return player;
  if (VoicePlayer === null) return <div className="chat-sound chat-sound-coming" />;
  const drawn = { name, source, waveform, durationMs, onBroken };
  return <VoicePlayer {...drawn} />;
}

function Download({ name, size, url }: { name: string; size: number | null; url: string }) {
  const { t } = useTranslation('ui');
  const formats = useFormats();
  return (
    <div className="chat-file">
      <a href={url} download={name} aria-label={t('chat.attachment.download', { name })}>
        <bdi>{name}</bdi>
      </a>
      {size === null ? null : <small>{formats.bytes(size)}</small>}
    </div>
  );
}

function Contact({ name, phones }: { name: string; phones: readonly string[] }) {
  const { t } = useTranslation('ui');
  return (
    <div className="chat-card">
      <small>{t('chat.attachment.contact')}</small>
      <bdi>{printableLine(name, 100)}</bdi>
      {phones.map((phone) => (
        <bdi key={phone}>{printableLine(phone, 50)}</bdi>
      ))}
    </div>
  );
}

type PlaceProperties = { place: Extract<Attachment, { type: 'location' }> };

function Place({ place: { latitude, longitude, name, address } }: PlaceProperties) {
  const { t } = useTranslation('ui');
  const at = `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`;
  const map = `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=16/${latitude}/${longitude}`;
  return (
    <div className="chat-card">
      <small>{t('chat.attachment.location')}</small>
      {name ? <bdi>{printableLine(name, 100)}</bdi> : null}
      {address ? <bdi>{printableLine(address, 200)}</bdi> : null}
      <span>{at}</span>
      <a href={map} target="_blank" rel="noopener noreferrer">
        {t('chat.attachment.map')}
      </a>
    </div>
  );
}
