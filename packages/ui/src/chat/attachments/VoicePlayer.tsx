import './voice-player.css';
import { PauseOutlined, PlayCircleFilled } from '@ant-design/icons';
import { waveformSteps } from '@parley/contract/conversations';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { playingTime } from '../../locale/playing-time.ts';

type Properties = {
  /** Untrusted; printable. */
  name: string;
  source: string;
  waveform: string;
  durationMs: number | null;
  onBroken: () => void;
};

const rates: readonly number[] = [1, 1.5, 2];
/** The recording that is playing; starting another one pauses it. */
let playing: HTMLAudioElement | null = null;

/** Plays a short recording; its waveform shows the loudness and serves as the seek bar. */
export function VoicePlayer({ name, source, waveform, durationMs, onBroken }: Properties) {
  const { t } = useTranslation('ui');
  const { sound, isPlaying, at, seconds, rate, toggle, seek, changeRate } = useSound(durationMs);
  return (
    <fieldset className="chat-voice" aria-label={name}>
      {/* biome-ignore lint/a11y/useMediaCaption: customers send no captions */}
      <audio ref={sound} src={source} preload="metadata" onError={onBroken} />
      <button
        type="button"
        className="chat-voice-play"
        aria-label={t(isPlaying ? 'chat.voice.pause' : 'chat.voice.play')}
        onClick={toggle}
      >
        {isPlaying ? <PauseOutlined aria-hidden /> : <PlayCircleFilled aria-hidden />}
      </button>
      <div className="chat-voice-track">
        <Waveform waveform={waveform} played={seconds > 0 ? at / seconds : 0} />
        <input
          type="range"
          aria-label={t('chat.voice.position')}
          aria-valuetext={t('chat.voice.at', { at: clock(at), length: clock(seconds) })}
          min={0}
          max={Math.max(seconds, 0.1)}
          step={0.1}
          value={Math.min(at, seconds)}
          onChange={(event) => seek(Number(event.target.value))}
        />
      </div>
      <span className="chat-voice-time">{clock(isPlaying || at > 0 ? at : seconds)}</span>
      <button
        type="button"
        className="chat-voice-rate"
        aria-label={t('chat.voice.rate', { rate })}
        onClick={changeRate}
      >
        {rate}×
      </button>
    </fieldset>
  );
}

function useSound(durationMs: number | null) {
  const sound = useRef<HTMLAudioElement>(null);
  const [isPlaying, setPlaying] = useState(false);
  const [at, setAt] = useState(0);
  const [known, setKnown] = useState(durationMs === null ? 0 : durationMs / 1000);
  const [rate, setRate] = useState(1);
  useEffect(() => {
    const element = sound.current;
    if (element === null) return undefined;
    const events = {
      play() {
        if (playing !== element) playing?.pause();
        playing = element;
        setPlaying(true);
      },
      pause: () => setPlaying(false),
      timeupdate: () => setAt(element.currentTime),
      ended: () => setAt(0),
      durationchange() {
        // Recordings made in browsers report no duration until they have been played to the end.
        if (Number.isFinite(element.duration)) setKnown(element.duration);
      },
    };
    for (const [name, listener] of Object.entries(events)) element.addEventListener(name, listener);
    return () => {
      for (const [name, listener] of Object.entries(events)) element.removeEventListener(name, listener);
      element.pause();
      if (playing === element) playing = null;
    };
  }, []);
  return {
    sound,
    isPlaying,
    at,
    seconds: known,
    rate,
    toggle() {
      const element = sound.current;
      // A failure to play fires the element's error event.
      if (element?.paused) void element.play().catch(() => undefined);
      else element?.pause();
    },
    seek(to: number) {
      if (sound.current !== null) sound.current.currentTime = to;
      setAt(to);
    },
    changeRate() {
      const next = rates[(rates.indexOf(rate) + 1) % rates.length] ?? 1;
      if (sound.current !== null) sound.current.playbackRate = next;
      setRate(next);
    },
  };
}

/** Rounds to the nearest second, so that a recording of 1.9 s isn't shown as shorter than one of 2 s. */
const clock = (seconds: number) => playingTime(Math.round(seconds));

/** Units of the drawing: one bar and the gap beside it. */
const stepWidth = 4;
const height = 32;

function Waveform({ waveform, played }: { waveform: string; played: number }) {
  return (
    <svg
      className="chat-voice-waveform"
      viewBox={`0 0 ${waveformSteps * stepWidth} ${height}`}
      preserveAspectRatio="none"
      aria-hidden
    >
      {[...waveform].map((digit, step) => {
        const tall = 3 + (parseInt(digit, 16) / 15) * (height - 3);
        return (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: a step is identified by its position
            key={step}
            x={step * stepWidth}
            y={(height - tall) / 2}
            width={stepWidth - 1.5}
            height={tall}
            rx={1}
            data-played={step / waveformSteps < played}
          />
        );
      })}
    </svg>
  );
}
