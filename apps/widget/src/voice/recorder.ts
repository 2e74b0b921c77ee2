/** Records from the visitor's microphone. */

export type Recording = {
  /** Releases the microphone. What was recorded so far can still be retrieved. */
  stop(): void;
  /** Stops and returns the recording; null when nothing was recorded. */
  finish(): Promise<File | null>;
};

/** The first format that a browser can record is used; each with its file extension. */
const formats = [
  ['audio/ogg', 'ogg'],
  ['audio/webm', 'webm'],
  ['audio/mp4', 'm4a'],
] as const;

/** Returns whether recording is possible. Without TLS there is no microphone, and no button for it. */
export const canRecord = (): boolean => typeof MediaRecorder === 'function' && !!navigator.mediaDevices;

/** Asks for the microphone and starts recording. Rejects if the visitor or the shop forbids it, or there is none. */
export async function startRecording(): Promise<Recording> {
  // Unreachable without TLS, see `canRecord`.
  const stream = await navigator.mediaDevices.getUserMedia({ audio: true });
  const [mimeType] = formats.find(([type]) => MediaRecorder.isTypeSupported(type)) ?? [];
  // Clear for speech: 240 KB a minute.
  const recorder = new MediaRecorder(stream, { audioBitsPerSecond: 32_000, ...(mimeType && { mimeType }) });
  const pieces: Blob[] = [];
  recorder.ondataavailable = ({ data }) => pieces.push(data);
  const stopped = new Promise((resolve) => recorder.addEventListener('stop', resolve));
  recorder.start();
  function stop(): void {
    // The recorder has already stopped if the microphone was unplugged.
    if (recorder.state !== 'inactive') recorder.stop();
    for (const track of stream.getTracks()) track.stop();
  }
  return {
    stop,
    async finish() {
      stop();
      await stopped;
      const type = recorder.mimeType.replace(/;.*/, '');
      const ending = formats.find(([known]) => known === type)?.[1];
      const file = new File(pieces, `voice-message.${ending}`, { type });
      return file.size > 0 ? file : null;
    },
  };
}
