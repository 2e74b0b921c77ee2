/** The button that records a voice message, and the line that replaces the composer meanwhile. */
import { extraIcon } from '../extras/icons.ts';
import type { Words } from '../lib/words.ts';
import { element, iconButton, setText } from '../view/dom.ts';
import { canRecord, type Recording, startRecording } from './recorder.ts';
import type { VoiceWords } from './words.ts';

type ShownWords = VoiceWords & Pick<Words, 'send' | 'remove'>;

/** Maximum duration in ms. The recording is then sent. */
const longest = 10 * 60_000;

function createParts(words: ShownWords) {
  const names = { type: 'button', 'aria-label': words.record, title: words.record };
  const button = element('button', 'tool', names, [extraIcon('voice')]);
  const remove = iconButton('tool', words.remove, 'close');
  const finish = iconButton('go ready', words.send, 'send');
  const time = element('span', 'time', { role: 'timer' });
  const bar = element(
    'div',
    'composer recording',
    { role: 'group', 'aria-label': words.recording, hidden: '' },
    [remove, time, finish],
  );
  const note = element('div', 'trouble', { role: 'alert' });
  return { button, remove, finish, time, bar, note };
}

/** Calls `call` when the hidden ancestor of an element is shown again. */
function onceShown(inner: HTMLElement, call: () => void): void {
  const hidden = inner.closest('[hidden]');
  if (hidden === null) return;
  new MutationObserver((_, observer) => {
    if (hidden.hasAttribute('hidden')) return;
    observer.disconnect();
    call();
  }).observe(hidden, { attributeFilter: ['hidden'] });
}

/**
 * Adds voice messages to the composer.
 *
 * @param foot contains the composer's line
 * @param send receives the recording, to be sent
 */
export function createVoice(foot: HTMLElement, words: ShownWords, send: (file: File) => void): void {
  const line = foot.querySelector<HTMLElement>('.composer');
  if (line === null || !canRecord()) return;
  const { button, remove, finish, time, bar, note } = createParts(words);
  let recording: Recording | null = null;
  let begun = 0;
  let clock: ReturnType<typeof setInterval> | undefined;

  function show(on: boolean): void {
    bar.hidden = !on;
    line?.toggleAttribute('hidden', on);
    (on ? finish : button).focus({ preventScroll: true });
  }
  function tick(): void {
    const seconds = Math.floor((Date.now() - begun) / 1000);
    setText(time, `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`);
    if (isClosed()) hold();
    else if (seconds * 1000 >= longest) void end(true);
  }
  const isClosed = (): boolean => foot.closest('[hidden]') !== null;
  /** Stops recording when the chat is closed. When it is reopened, the visitor sends or discards the recording. */
  function hold(): void {
    clearInterval(clock);
    recording?.stop();
    onceShown(foot, () => finish.focus({ preventScroll: true }));
  }
  function begin(started: Recording): void {
    setText(note, '');
    recording = started;
    begun = Date.now();
    clock = setInterval(tick, 250);
    // The chat may have been closed before the visitor answered the browser's prompt.
    if (isClosed()) return void end(false);
    tick();
    show(true);
  }
  async function end(sent: boolean): Promise<void> {
    const ended = recording;
    recording = null;
    clearInterval(clock);
    show(false);
    if (!sent) ended?.stop();
    const file = sent && (await ended?.finish());
    if (file) send(file);
  }
  button.addEventListener('click', async () => {
    button.disabled = true;
    try {
      begin(await startRecording());
    } catch {
      setText(note, words.noMicrophone);
    }
    button.disabled = false;
  });
  remove.addEventListener('click', () => void end(false));
  finish.addEventListener('click', () => void end(true));
  line.before(note);
  line.after(bar);
  line.querySelector('textarea')?.before(button);
}
