/** The loudness of a recording in steps, as its player draws it. */
import { waveformSteps } from '@parley/contract/conversations';
import { EncodedPacketSink, type InputAudioTrack } from 'mediabunny';
import { OpusDecoder } from 'opus-decoder';

/** Longer recordings are shown without: two minutes take a second to decode. */
const mostSeconds = 120;
/** The shortest packet holds 2.5 ms. */
const mostPackets = mostSeconds * 400;
const opusRate = 48_000;
/** A whisper is drawn low, also where nothing else is louder. */
const quietest = 0.05;

/** Returns the waveform of a track in Opus, in which phones and browsers record; null: another codec, or too long. */
export async function waveformOf(track: InputAudioTrack, seconds: number): Promise<string | null> {
  if (track.codec !== 'opus' || seconds > mostSeconds || track.numberOfChannels > 2) return null;
  const decoder = new OpusDecoder({ channels: track.numberOfChannels });
  await decoder.ready;
  try {
    const levels: number[] = [];
    let samples = 0;
    for await (const { data } of new EncodedPacketSink(track).packets()) {
      const { channelData, samplesDecoded } = decoder.decodeFrame(data);
      samples += samplesDecoded;
      // Its own word on its length may be wrong.
      if (levels.length >= mostPackets || samples > mostSeconds * opusRate) return null;
      levels.push(loudest(channelData));
    }
    return waveform(levels);
  } finally {
    decoder.free();
  }
}

function loudest(channels: readonly Float32Array[]): number {
  let peak = 0;
  for (const channel of channels) for (const sample of channel) peak = Math.max(peak, Math.abs(sample));
  return peak;
}

/**
 * Folds the loudness of each moment, from 0 to 1, into as many steps as are drawn, relative to the loudest. Exported for its
 * test. Null: there is no moment.
 */
export function waveform(levels: readonly number[]): string | null {
  if (levels.length === 0) return null;
  const most = Math.max(quietest, ...levels.filter(Number.isFinite));
  return Array.from({ length: waveformSteps }, (_, step) => {
    const from = Math.floor((step * levels.length) / waveformSteps);
    const to = Math.max(from + 1, Math.floor(((step + 1) * levels.length) / waveformSteps));
    const level = Math.max(0, ...levels.slice(from, to).filter(Number.isFinite));
    return Math.round(Math.sqrt(level / most) * 15).toString(16);
  }).join('');
}
