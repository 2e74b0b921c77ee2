import placeholder from '@parley/ui/broken-picture.svg?inline';
import { useEffect } from 'react';

function replace({ target }: Event): void {
  if (!(target instanceof HTMLImageElement) || target.src === placeholder) return;
  // Otherwise the browser would prefer these to the `src` set here.
  target.removeAttribute('srcset');
  target.src = placeholder;
}

/** Replaces images that can't be loaded by a placeholder and keeps their alternative text. */
export function BrokenPictures(): null {
  useEffect(() => {
    // `error` events don't bubble, but they can be captured.
    document.addEventListener('error', replace, true);
    return () => document.removeEventListener('error', replace, true);
  }, []);
  return null;
}
