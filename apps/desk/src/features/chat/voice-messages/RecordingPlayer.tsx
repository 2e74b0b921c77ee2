import { useEffect, useState } from 'react';

/** Plays a recording that hasn't been sent yet. */
export function RecordingPlayer({ recording, name }: { recording: Blob; name: string }) {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    const made = URL.createObjectURL(recording);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [recording]);
  if (url === null) return null;
  // biome-ignore lint/a11y/useMediaCaption: the agent has just recorded it
  return <audio className="desk-recording-player" src={url} controls aria-label={name} />;
}
