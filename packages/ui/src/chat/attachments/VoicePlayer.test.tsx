import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { I18nextProvider } from 'react-i18next';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createLocale } from '../../locale/create-locale.ts';
import { VoicePlayer } from './VoicePlayer.tsx';

/** Simulates playback, because the simulated page has no audio device. */
beforeEach(() => {
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockImplementation(async function (this: HTMLMediaElement) {
    this.dispatchEvent(new Event('play'));
  });
  vi.spyOn(HTMLMediaElement.prototype, 'pause').mockImplementation(function (this: HTMLMediaElement) {
    this.dispatchEvent(new Event('pause'));
  });
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const waveform = `${'0'.repeat(24)}${'f'.repeat(24)}`;
function show(...names: string[]) {
  render(
    <I18nextProvider i18n={createLocale({ 'zh-CN': {}, 'en-US': {} }, 'en-US')}>
      {names.map((name) => (
        <VoicePlayer
          key={name}
          name={name}
          source="/voice"
          waveform={waveform}
          durationMs={83_000}
          onBroken={() => undefined}
        />
      ))}
    </I18nextProvider>,
  );
}
const heights = () => [...document.querySelectorAll('rect')].map((bar) => Number(bar.getAttribute('height')));

it('draws where the recording is loud, and how long it is before it plays', () => {
  show('voice');
  expect(heights()).toEqual([...Array(24).fill(3), ...Array(24).fill(32)]);
  expect(screen.getByText('1:23')).toBeTruthy();
});

it('seeks to a position, and announces it', () => {
  show('voice');
  const position = screen.getByRole('slider', { name: 'Position' });
  fireEvent.change(position, { target: { value: '41.5' } });
  expect(position.getAttribute('aria-valuetext')).toBe('0:42 of 1:23');
  expect(document.querySelector('audio')?.currentTime).toBe(41.5);
  expect(document.querySelectorAll('rect[data-played=true]')).toHaveLength(24);
});

it('plays one recording at a time', () => {
  show('first', 'second');
  const [first, second] = screen.getAllByRole('button', { name: 'Play' });
  if (!first || !second) throw new Error('a player is missing');
  fireEvent.click(first);
  expect(first.getAttribute('aria-label')).toBe('Pause');
  fireEvent.click(second);
  expect([first, second].map((one) => one.getAttribute('aria-label'))).toEqual(['Play', 'Pause']);
});

it('plays faster, and again as it was recorded', () => {
  show('voice');
  const speed = screen.getByRole('button', { name: /Speed/ });
  const seen = [1, 2, 3].map(() => {
    fireEvent.click(speed);
    return document.querySelector('audio')?.playbackRate;
  });
  expect(seen).toEqual([1.5, 2, 1]);
});
