import { type DragEvent, useEffect, useRef, useState } from 'react';

/** True when a drag carries files, and not a link or text from a page. */
const hasFiles = ({ dataTransfer }: DragEvent) => [...dataTransfer.types].includes('Files');

/**
 * Receives files that are dropped on an element, or pasted where no other control handles them.
 *
 * @param isOpen false while a dialog covers the element
 */
export function useDroppedFiles(onFiles: (files: readonly File[]) => void, isOpen: boolean) {
  const [over, setOver] = useState(false);
  /** Counts nested elements, as children are entered before their parents are left. */
  const depth = useRef(0);
  const receive = useRef(onFiles);
  useEffect(() => {
    receive.current = onFiles;
  });
  useEffect(() => {
    if (!isOpen) return;
    const paste = (event: ClipboardEvent) => {
      const files = [...(event.clipboardData?.files ?? [])];
      if (files.length === 0) return;
      event.preventDefault();
      receive.current(files);
    };
    document.addEventListener('paste', paste);
    return () => document.removeEventListener('paste', paste);
  }, [isOpen]);
  const move = (event: DragEvent, by: number) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    depth.current = Math.max(0, depth.current + by);
    setOver(depth.current > 0);
  };
  const handlers = {
    onDragEnter: (event: DragEvent) => move(event, 1),
    onDragOver: (event: DragEvent) => move(event, 0),
    onDragLeave: (event: DragEvent) => move(event, -1),
    onDrop: (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      depth.current = 0;
      setOver(false);
      receive.current([...event.dataTransfer.files]);
    },
  };
  return { over, handlers };
}
