import { type ClipboardEvent, type DragEvent, useState } from 'react';

type OnFiles = (files: readonly File[]) => void;

const carriesFiles = (event: DragEvent) => event.dataTransfer.types.includes('Files');

/** Accepts files that are dropped here. */
export function useDroppedFiles(enabled: boolean, onFiles: OnFiles) {
  const [over, setOver] = useState(false);
  if (!enabled) return { over: false, handlers: {} };
  return {
    over,
    handlers: {
      onDragOver(event: DragEvent) {
        if (!carriesFiles(event)) return;
        event.preventDefault();
        setOver(true);
      },
      onDragLeave: () => setOver(false),
      onDrop(event: DragEvent) {
        setOver(false);
        if (!carriesFiles(event)) return;
        event.preventDefault();
        onFiles([...event.dataTransfer.files]);
      },
    },
  };
}

/** Accepts pasted files, e.g. screenshots; pasted text is left to the browser. */
export const pasteOf = (onFiles: OnFiles) => (event: ClipboardEvent) => {
  const files = [...event.clipboardData.files];
  if (files.length === 0) return;
  event.preventDefault();
  onFiles(files);
};
