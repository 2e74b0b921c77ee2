/** A short tone of two notes, generated with Web Audio. */

const notes = [
  { hertz: 880, at: 0 },
  { hertz: 1174.7, at: 0.12 },
] as const;
const noteSeconds = 0.22;
/** The maximum amplitude, as a share of full scale: a full-scale sine hurts in headphones. */
const peak = 0.4;

/** Returns whether the browser lets this page play sound, which requires an earlier click or key press. */
export function canSound(): boolean {
  return 'AudioContext' in window && (navigator.userActivation?.hasBeenActive ?? true);
}

/** @param volume in percent; 0 is silent */
export function playTone(volume: number): void {
  if (volume === 0 || !canSound()) return;
  const context = new AudioContext();
  const start = context.currentTime + 0.01;
  for (const { hertz, at } of notes) {
    const oscillator = context.createOscillator();
    const gain = context.createGain();
    oscillator.frequency.value = hertz;
    gain.gain.setValueAtTime(0, start + at);
    gain.gain.linearRampToValueAtTime((peak * volume) / 100, start + at + 0.02);
    gain.gain.exponentialRampToValueAtTime(0.001, start + at + noteSeconds);
    oscillator.connect(gain).connect(context.destination);
    oscillator.start(start + at);
    oscillator.stop(start + at + noteSeconds);
    // An open audio context keeps the sound device busy.
    if (at > 0) oscillator.onended = () => void context.close();
  }
}
