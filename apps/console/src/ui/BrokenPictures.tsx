import placeholder from '@parley/ui/broken-picture.svg?inline';
import { useEffect } from 'react';

function replace({ target }: Event): void {
  if (!(target instanceof HTMLImageElement) || target.src === placeholder) return;
  // Otherwise the browser would prefer these to what is set here.
  target.removeAttribute('srcset');
  target.src = placeholder;
}

/** Puts a placeholder where a picture of the page can't be loaded; its name for screen readers stays. */
export function BrokenPictures(): null {
  useEffect(() => {
    // Such events don't bubble, but they can be caught on their way down.
    document.addEventListener('error', replace, true);
    return () => document.removeEventListener('error', replace, true);
  }, []);
  return null;
}
