import { useEffect } from 'react';

/** A frame with a mountain and a torn edge, in a grey that stands on light and dark. */
export const placeholder = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48" fill="none" stroke="#86909c" stroke-width="2"><rect x="5" y="8" width="38" height="32" rx="4"/><path d="m5 33 11-11 8 8 6-6 13 12"/><circle cx="32" cy="17" r="3"/></svg>',
)}`;

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
