/** Records the visitor's microphone. */

export type Recording = {
  /** Lets the microphone go. What was recorded until then is still to be had. */
  stop(): void;
  /** Ends it. Null: nothing was recorded. */
  finish(): Promise<File | null>;
};

/** The first that a browser can record, with the ending of its files. */
const formats = [
  ['audio/ogg', 'ogg'],
  ['audio/webm', 'webm'],
  ['audio/mp4', 'm4a'],
] as const;

/** Without TLS: there is no microphone, and no button for it. */
export const canRecord = (): boolean => typeof MediaRecorder === 'function' && !!navigator.mediaDevices;

/** Asks for the microphone and begins. Rejects: the visitor or the shop forbids it, or there is none. */
export async function startRecording(): Promise<Recording> {
  // Without TLS: see `canRecord`.
  const stream = await navigator.mediaDevices.getUserMedia({ audio: true });
  const [mimeType] = formats.find(([type]) => MediaRecorder.isTypeSupported(type)) ?? [];
  // 240 KB a minute, in which speech is clear.
  const recorder = new MediaRecorder(stream, { audioBitsPerSecond: 32_000, ...(mimeType && { mimeType }) });
  const pieces: Blob[] = [];
  recorder.ondataavailable = ({ data }) => pieces.push(data);
  const stopped = new Promise((resolve) => recorder.addEventListener('stop', resolve));
  recorder.start();
  function stop(): void {
    // It has stopped itself if the microphone was unplugged.
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
