/** Runs the spreadsheet writer alone in a separate process, to measure its peak memory by number of rows. */
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { systemClock } from '../../apps/server/src/base/clock.ts';
import type { TableRow } from '../../apps/server/src/base/spreadsheet/table.ts';
import { workbook } from '../../apps/server/src/base/spreadsheet/workbook.ts';
import { monotonic } from '../kit/monotonic.ts';
import { serveMethods } from '../kit/remote.ts';

const texts = ['agent-5eg', 'Night shift', 'Website chat', 'Spanish', 'English', 'ai', 'libretranslate'];

async function* batches(rows: number): AsyncGenerator<TableRow[]> {
  for (let from = 0; from < rows; from += 500) {
    yield Array.from({ length: Math.min(500, rows - from) }, (_, n) => [
      ...texts,
      systemClock.now() - (from + n) * 1_000,
      from + n,
      n % 90,
    ]);
  }
}

const methods = {
  ready: (_: null) => true,
  async write(rows: number) {
    const began = monotonic();
    const before = process.memoryUsage().rss;
    let bytes = 0;
    const sink = new Writable({
      write(piece: Buffer, _encoding, done) {
        bytes += piece.length;
        done();
      },
    });
    const columns = [
      ...texts.map((title) => ({ title, kind: 'text' as const, width: 16 })),
      { title: 'Time', kind: 'time' as const, width: 20 },
      { title: 'Characters', kind: 'count' as const, width: 12 },
      { title: 'Translations', kind: 'count' as const, width: 12 },
    ];
    const options = { sheetName: 'Records', columns, now: systemClock.now() };
    await pipeline(workbook({ ...options, batches: batches(rows) }), sink);
    // In kilobytes, over the whole life of this process.
    return {
      bytes,
      before,
      seconds: (monotonic() - began) / 1000,
      peak: process.resourceUsage().maxRSS * 1024,
    };
  },
};
export type WriterMethods = typeof methods;

serveMethods(methods, async () => undefined);
