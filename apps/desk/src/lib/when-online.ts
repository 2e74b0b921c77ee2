import { fetchMissingStyles } from '@parley/ui';

/**
 * Fetches a part of the page, and retries once the network is back if that fails while offline: no click of the user
 * could be repeated to retry it. Rejects with any other failure.
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
