/** The process that inspects media, one request of its parent at a time. */
import sharp from 'sharp';
import { inspectFile } from './inspect-file.ts';
import type { Inspection } from './media-facts.ts';

const loaders = ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif'].map((format) => `VipsForeignLoad${format}File`);

// Libvips detects formats by the bytes, whatever type was announced: only these loaders are allowed, no drawings and no
// arbitrary containers.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: loaders });

// One medium is read at a time, and each only once, so threads and caches would be wasted.
sharp.concurrency(1);
sharp.cache(false);

process.on('message', async (inspection: Inspection) => {
  try {
    process.send?.({ facts: await inspectFile(inspection) });
  } catch (error) {
    process.send?.({ problem: String(error).slice(0, 200) });
  }
});
// The server has exited, perhaps by a kill.
process.on('disconnect', () => process.exit());
