/** Records with a simulated browser recorder. */
import { UiProvider } from '@parley/ui';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { englishLocale } from '../../../fixtures/render-desk.tsx';
import { VoiceButton } from './VoiceButton.tsx';

const locale = englishLocale();

let recorders: FakeRecorder[];
let stopped: number;
let askFor: () => Promise<unknown>;

class FakeRecorder extends EventTarget {
  static isTypeSupported = (type: string) => type === 'audio/mp4';
  state = 'inactive';
  mimeType = 'audio/mp4;codecs=mp4a.40.2';
  sound = 'spoken';
  constructor() {
    super();
    recorders.push(this);
  }
  start() {
    this.state = 'recording';
  }
  stop() {
    this.state = 'inactive';
    queueMicrotask(() => {
      this.dispatchEvent(Object.assign(new Event('dataavailable'), { data: new Blob([this.sound]) }));
      this.dispatchEvent(new Event('stop'));
    });
  }
}

const microphone = () => ({ getTracks: () => [{ stop: () => (stopped += 1) }] });

beforeEach(() => {
  recorders = [];
  stopped = 0;
  askFor = async () => microphone();
  vi.stubGlobal('MediaRecorder', FakeRecorder);
  Object.defineProperty(navigator, 'mediaDevices', {
    configurable: true,
    value: { getUserMedia: () => askFor() },
  });
});
afterEach(() => {
  cleanup();
  Reflect.deleteProperty(navigator, 'mediaDevices');
  vi.unstubAllGlobals();
});

function show({ disabled = false } = {}) {
  const onRecorded = vi.fn<(file: File) => void>();
  const onEnded = vi.fn();
  const shown = render(
    <UiProvider i18n={locale} storage={localStorage}>
      <VoiceButton disabled={disabled} onRecorded={onRecorded} onEnded={onEnded} />
    </UiProvider>,
  );
  return { ...shown, onRecorded, onEnded };
}

const press = async (name: string) => {
  await act(async () => fireEvent.click(await screen.findByRole('button', { name })));
};

describe('recording', () => {
  it('creates a file from the recording, and releases the microphone', async () => {
    const { onRecorded, onEnded } = show();
    await press('Record a voice message');
    const finish = await screen.findByRole('button', { name: 'Finish recording' });
    expect(document.activeElement).toBe(finish);
    screen.getByRole('timer');
    await press('Finish recording');
    await waitFor(() => expect(onEnded).toHaveBeenCalledTimes(1));
    const [file] = onRecorded.mock.calls[0] ?? [];
    expect([file?.name, file?.type, await file?.text()]).toEqual([
      'voice-message.m4a',
      'audio/mp4',
      'spoken',
    ]);
    expect(stopped).toBe(1);
    await screen.findByRole('button', { name: 'Record a voice message' });
  });

  it('delivers neither discarded nor empty recordings', async () => {
    const { onRecorded } = show();
    await press('Record a voice message');
    await press('Discard the recording');
    await press('Record a voice message');
    const [, second] = recorders;
    if (second) second.sound = '';
    await press('Finish recording');
    await screen.findByRole('button', { name: 'Record a voice message' });
    expect(onRecorded).not.toHaveBeenCalled();
    expect(stopped).toBe(2);
  });

  it('delivers the recording when the agent leaves', async () => {
    const { onRecorded, unmount } = show();
    await press('Record a voice message');
    await screen.findByRole('timer');
    unmount();
    await waitFor(() => expect(onRecorded).toHaveBeenCalledTimes(1));
  });

  it('delivers what was recorded before the microphone was unplugged', async () => {
    const { onRecorded } = show();
    await press('Record a voice message');
    await screen.findByRole('timer');
    await act(async () => recorders[0]?.stop());
    await screen.findByRole('button', { name: 'Record a voice message' });
    expect(onRecorded).toHaveBeenCalledTimes(1);
    expect(stopped).toBe(1);
  });

  it('doesn’t start recording after the agent has left', async () => {
    let answer = (_stream: unknown): void => undefined;
    askFor = () => new Promise((resolve) => (answer = resolve));
    const { onRecorded, unmount } = show();
    await press('Record a voice message');
    unmount();
    await act(async () => answer(microphone()));
    await waitFor(() => expect(stopped).toBe(1));
    expect(onRecorded).not.toHaveBeenCalled();
  });

  it.each([
    [new DOMException('no', 'NotAllowedError'), /may not use the microphone/],
    [new DOMException('no', 'NotFoundError'), /No microphone was found/],
  ])('gives the reason why the browser refuses: %s', async (refusal, reason) => {
    askFor = () => Promise.reject(refusal);
    show();
    await press('Record a voice message');
    await screen.findByText(reason);
  });

  it('offers no recording where a page can’t use the microphone', async () => {
    vi.stubGlobal('MediaRecorder', undefined);
    show();
    const button = await screen.findByRole('button', { name: 'Record a voice message' });
    expect(button).toHaveProperty('disabled', true);
  });
});
