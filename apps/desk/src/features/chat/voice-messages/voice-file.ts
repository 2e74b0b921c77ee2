/** Returns a recording as a file in the format of platforms' voice messages: Opus in Ogg if the browser supports Opus. */
export async function voiceFile(recorded: Blob): Promise<File> {
  if (recorded.type !== 'audio/webm') return named(recorded);
  try {
    const { oggOf } = await import('./ogg.ts');
    return named(await oggOf(recorded));
  } catch {
    // It can still be sent as an ordinary sound file.
    return named(recorded);
  }
}

const endings: Readonly<Record<string, string>> = {
  'audio/ogg': 'ogg',
  'audio/webm': 'webm',
  'audio/mp4': 'm4a',
};

const named = (sound: Blob): File =>
  new File([sound], `voice-message.${endings[sound.type] ?? 'audio'}`, { type: sound.type });
