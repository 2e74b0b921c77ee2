import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createIndexer } from './service.ts';

const log = { error: vi.fn() };

describe('the indexer', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('runs once for changes that come together, and again for one that may not have settled', async () => {
    const run = vi.fn(async () => {});
    const indexer = createIndexer(run, log);
    indexer.soon();
    await vi.advanceTimersByTimeAsync(3_499);
    expect(run).not.toHaveBeenCalled();
    indexer.soon();
    indexer.soon();
    await vi.advanceTimersByTimeAsync(1);
    expect(run).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(run).toHaveBeenCalledTimes(2);
  });

  it('continues after a failure', async () => {
    const run = vi.fn(async () => {}).mockRejectedValueOnce(new Error('no database'));
    const indexer = createIndexer(run, log);
    for (let turn = 0; turn < 2; turn += 1) {
      indexer.soon();
      await vi.advanceTimersByTimeAsync(4_000);
    }
    expect(run).toHaveBeenCalledTimes(2);
    expect(log.error).toHaveBeenCalledTimes(1);
  });

  it('finishes the batch in progress, and starts nothing more', async () => {
    let finish = () => {};
    const run = vi.fn(() => new Promise<void>((resolve) => (finish = resolve)));
    const indexer = createIndexer(run, log);
    indexer.soon();
    await vi.advanceTimersByTimeAsync(4_000);
    const closed = indexer.close();
    indexer.soon();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(run).toHaveBeenCalledTimes(1);
    finish();
    await closed;
  });
});
