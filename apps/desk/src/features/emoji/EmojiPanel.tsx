// i18n-keys: emoji.groups.* emoji.tones.*
import './emoji-panel.css';
import { CloseOutlined } from '@ant-design/icons';
import { ErrorPanel } from '@parley/ui';
import { useQuery } from '@tanstack/react-query';
import { Button, Skeleton } from 'antd';
import { type EmojiData, EmojiPicker } from 'frimousse';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useDesk } from '../../lib/desk-context.tsx';
import { emojiQuery, skinTones } from './emoji-data.ts';
import { columns, readTone, readUsed, writeTone, writeUsed } from './used-emoji.ts';

type Properties = {
  onPick: (emoji: string) => void;
  onClose: () => void;
};

/** All emoji above the composer: searched by name or keyword, picked by keys or a click, the last used ones first. */
export function EmojiPanel({ onPick, onClose }: Properties) {
  const { t, i18n } = useTranslation();
  const { storage } = useDesk();
  const query = useQuery(
    emojiQuery(i18n.language, {
      group: (name) => t(`emoji.groups.${name}`),
      tone: (name) => t(`emoji.tones.${name}`),
    }),
  );
  const pick = (emoji: string) => {
    writeUsed(storage, emoji);
    onPick(emoji);
  };
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    onClose();
  };
  return (
    <section className="desk-emoji" aria-label={t('emoji.label')} onKeyDown={press}>
      {query.data === undefined ? (
        <Waiting problem={query.error} onRetry={() => void query.refetch()} onClose={onClose} />
      ) : (
        <Picker key={i18n.language} data={query.data} onPick={pick} onClose={onClose} />
      )}
    </section>
  );
}

type WaitingProperties = { problem: Error | null; onRetry: () => void; onClose: () => void };

/** Receives the focus, so that Esc closes the panel even while it is empty. */
function Waiting({ problem, onRetry, onClose }: WaitingProperties) {
  const { t } = useTranslation();
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.focus(), []);
  return (
    <div ref={place} className="desk-emoji-head" tabIndex={-1}>
      {problem === null ? (
        <Skeleton active title={false} paragraph={{ rows: 4 }} aria-label={t('emoji.loading')} />
      ) : (
        <ErrorPanel problem={problem} onRetry={onRetry} />
      )}
      <CloseButton onClose={onClose} />
    </div>
  );
}

type PickerProperties = { data: EmojiData; onPick: (emoji: string) => void; onClose: () => void };

function Picker({ data, onPick, onClose }: PickerProperties) {
  const { t } = useTranslation();
  const { storage } = useDesk();
  const search = useRef<HTMLInputElement>(null);
  useEffect(() => search.current?.focus(), []);
  return (
    <EmojiPicker.Root
      columns={columns}
      locale={data.locale}
      resolveEmojiData={() => data}
      skinTone={readTone(storage)}
      onEmojiSelect={({ emoji }) => onPick(emoji)}
    >
      <div className="desk-emoji-head">
        <EmojiPicker.Search
          ref={search}
          className="desk-emoji-search"
          aria-label={t('emoji.search')}
          placeholder={t('emoji.search')}
          maxLength={40}
        />
        <ToneButton />
        <CloseButton onClose={onClose} />
      </div>
      <Used emoji={readUsed(storage)} onPick={onPick} />
      <EmojiPicker.Viewport className="desk-emoji-list">
        <EmojiPicker.Empty>
          <p className="desk-emoji-none">{t('emoji.noMatch')}</p>
        </EmojiPicker.Empty>
        <EmojiPicker.List />
      </EmojiPicker.Viewport>
    </EmojiPicker.Root>
  );
}

/** Cycles through the skin tones; the browser remembers the choice. */
function ToneButton() {
  const { t } = useTranslation();
  const { storage } = useDesk();
  return (
    <EmojiPicker.SkinTone emoji="👋">
      {({ skinTone, setSkinTone, skinToneVariations }) => {
        const next = skinTones[(skinTones.indexOf(skinTone) + 1) % skinTones.length] ?? 'none';
        return (
          <Button
            type="text"
            aria-label={t('emoji.tone')}
            title={t('emoji.tone')}
            onClick={() => {
              setSkinTone(next);
              writeTone(storage, next);
            }}
          >
            {skinToneVariations.find((one) => one.skinTone === skinTone)?.emoji}
          </Button>
        );
      }}
    </EmojiPicker.SkinTone>
  );
}

function CloseButton({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <Button
      type="text"
      icon={<CloseOutlined aria-hidden />}
      aria-label={t('emoji.close')}
      onClick={onClose}
    />
  );
}

function Used({ emoji, onPick }: { emoji: readonly string[]; onPick: (emoji: string) => void }) {
  const { t } = useTranslation();
  if (emoji.length === 0) return null;
  return (
    <fieldset className="desk-emoji-used">
      <legend>{t('emoji.used')}</legend>
      {emoji.map((one) => (
        <button key={one} type="button" onClick={() => onPick(one)}>
          {one}
        </button>
      ))}
    </fieldset>
  );
}
