import { fetchMissingStyles } from '@parley/ui';

/**
 * Fetches a part of the page; where that fails for want of a network, again as soon as there is one: the part
 * was opened by no click that could be repeated. Rejects with any other failure.
 */
export async function whenOnline<Part>(fetchPart: () => Promise<Part>): Promise<Part> {
  for (;;) {
    try {
      return await fetchPart();
    } catch (problem) {
      if (navigator.onLine) throw problem;
      await new Promise((resolve) => window.addEventListener('online', resolve, { once: true }));
      await fetchMissingStyles().catch(() => undefined);
    }
  }
}
