import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { freePort } from '@parley/testing';

export type TestRedis = { url: string; stop(): Promise<void> };

/** Starts a real Redis on a free port, without persistence. */
export async function startRedis(): Promise<TestRedis> {
  const port = await freePort();
  const settings = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
  const child = spawn('redis-server', settings, { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  for await (const line of createInterface({ input: child.stdout })) {
    if (line.includes('Ready to accept connections')) {
      return {
        url: `redis://127.0.0.1:${port}`,
        async stop() {
          child.kill();
          await ended;
        },
      };
    }
  }
  throw new Error('redis-server ended before it was ready');
}
