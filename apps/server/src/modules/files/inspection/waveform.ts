/** Computes the waveform of a recording as its player draws it: loudness in steps. */
import { waveformSteps } from '@parley/contract/conversations';
import { EncodedPacketSink, type InputAudioTrack } from 'mediabunny';
import { OpusDecoder } from 'opus-decoder';

/** Longer recordings are shown without a waveform: decoding two minutes takes a second. */
const maxSeconds = 120;
/** The shortest packet is 2.5 ms long. */
const maxPackets = maxSeconds * 400;
const opusRate = 48_000;
/** Lowest level that counts as full scale: a whisper is drawn low even when nothing is louder. */
const quietest = 0.05;

/**
 * Returns the waveform of a track in Opus, the codec in which phones and browsers record; null for another codec, or
 * when it is too long.
 */
export async function waveformOf(track: InputAudioTrack, seconds: number): Promise<string | null> {
  if (track.codec !== 'opus' || seconds > maxSeconds || track.numberOfChannels > 2) return null;
  const decoder = new OpusDecoder({ channels: track.numberOfChannels });
  await decoder.ready;
  try {
    const levels: number[] = [];
    let samples = 0;
    for await (const { data } of new EncodedPacketSink(track).packets()) {
      const { channelData, samplesDecoded } = decoder.decodeFrame(data);
      samples += samplesDecoded;
      // The declared duration may be wrong.
      if (levels.length >= maxPackets || samples > maxSeconds * opusRate) return null;
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
 * Resamples loudness values from 0 to 1 to the number of steps drawn, relative to the loudest. Returns null without any
 * value. Exported for its test.
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
