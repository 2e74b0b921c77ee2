/** Records from this computer's microphone. */

/** `denied`: this page isn't allowed to use the microphone. `missing`: there is none, or another program occupies it. */
export type RecordingProblem = 'denied' | 'missing';

export class RecordingError extends Error {
  readonly problem: RecordingProblem;
  constructor(problem: RecordingProblem, cause: unknown) {
    super(`no recording: ${problem}`, { cause });
    this.problem = problem;
  }
}

export type VoiceRecording = {
  /** Resolves when the recording has stopped, perhaps because the microphone was unplugged. */
  stopped: Promise<void>;
  /** Stops and returns the recording; null when nothing was recorded. */
  finish(): Promise<Blob | null>;
  /** Stops and discards the recording. */
  cancel(): void;
};

/** The first format that a browser can record is used; all are Opus except the one for older Safari. */
const wanted = ['audio/ogg;codecs=opus', 'audio/webm;codecs=opus', 'audio/mp4'];
/** Clear for speech: 240 KB a minute. */
const bitsPerSecond = 32_000;

export const canRecord = (): boolean =>
  // Without TLS there is no microphone, and the button shows why it is disabled.
  typeof MediaRecorder === 'function' && navigator.mediaDevices !== undefined;

/** Asks for the microphone and starts recording. Throws `RecordingError`. */
export async function startRecording(): Promise<VoiceRecording> {
  const stream = await listen();
  const end = () => {
    for (const track of stream.getTracks()) track.stop();
  };
  try {
    const mimeType = wanted.find((type) => MediaRecorder.isTypeSupported(type));
    const options = { audioBitsPerSecond: bitsPerSecond, ...(mimeType === undefined ? {} : { mimeType }) };
    return record(new MediaRecorder(stream, options), end);
  } catch (error) {
    end();
    throw new RecordingError('missing', error);
  }
}

async function listen(): Promise<MediaStream> {
  try {
    // Unreachable without TLS, see `canRecord`.
    return await navigator.mediaDevices.getUserMedia({ audio: true });
  } catch (error) {
    const isRefused = error instanceof DOMException && error.name === 'NotAllowedError';
    throw new RecordingError(isRefused ? 'denied' : 'missing', error);
  }
}

function record(recorder: MediaRecorder, end: () => void): VoiceRecording {
  const pieces: Blob[] = [];
  recorder.addEventListener('dataavailable', ({ data }) => pieces.push(data));
  const stopped = new Promise<void>((resolve) => recorder.addEventListener('stop', () => resolve()));
  recorder.start();
  const stop = () => {
    // The recorder has already stopped if the microphone was unplugged.
    if (recorder.state !== 'inactive') recorder.stop();
    end();
  };
  return {
    stopped,
    async finish() {
      stop();
      await stopped;
      const [type = ''] = recorder.mimeType.split(';');
      const blob = new Blob(pieces, { type });
      return blob.size === 0 ? null : blob;
    },
    cancel: stop,
  };
}
