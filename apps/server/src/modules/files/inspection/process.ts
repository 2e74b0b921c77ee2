/** The process that reads media: one question at a time, by its parent. */
import sharp from 'sharp';
import { inspectFile } from './inspect-file.ts';
import type { Inspection } from './media-facts.ts';

const loaders = ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif'].map((format) => `VipsForeignLoad${format}File`);

// Libvips goes by the bytes, whatever the file was announced as: no drawings, no containers of any sample format.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: loaders });

// One medium is read at a time, and each only once.
sharp.concurrency(1);
sharp.cache(false);

process.on('message', async (inspection: Inspection) => {
  try {
    process.send?.({ facts: await inspectFile(inspection) });
  } catch (error) {
    process.send?.({ problem: String(error).slice(0, 200) });
  }
});
// The server has ended, perhaps by a kill.
process.on('disconnect', () => process.exit());
