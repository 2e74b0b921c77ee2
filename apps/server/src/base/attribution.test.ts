import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { attributed, attributedCall, blame, OutOfBandError, unattributed } from './attribution.ts';

const run = promisify(execFile);
const module = JSON.stringify(new URL('./attribution.ts', import.meta.url).href);

/** Runs a program with these statements, under the exception handler of a server's process. */
async function outcome(statements: string): Promise<{ code: number; out: string; said: string }> {
  const program = `
    import { attributed, attributedCall, unattributed, surviveAttributed } from ${module};
    surviveAttributed(process);
    const blame = (error) => console.log('blamed for', error.message);
    ${statements}
    setTimeout(() => console.log('alive'), 50);`;
  const args = ['--input-type=module-typescript', '--eval', program];
  return run(process.execPath, args).then(
    ({ stdout, stderr }) => ({ code: 0, out: stdout, said: stderr }),
    ({ code, stdout, stderr }) => ({ code, out: stdout, said: stderr }),
  );
}

describe('attribution', () => {
  it.each([
    ['a timer', "setTimeout(() => { throw new Error('x'); })"],
    ['a forgotten promise', "Promise.reject(new Error('x'))"],
    ['an event after a wait', "setTimeout(async () => { await null; throw new Error('x'); })"],
  ])('keeps the process alive when %s throws inside', async (_, statement) => {
    const { code, out } = await outcome(`attributed(blame, () => { ${statement}; });`);
    expect(out).toBe('blamed for x\nalive\n');
    expect(code).toBe(0);
  });

  it('does not change how the process ends after any other exception', async () => {
    const { code, out, said } = await outcome(
      "attributed(blame, () => unattributed(() => setTimeout(() => { throw new Error('x'); })));",
    );
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(said).toContain('Error: x');
  });

  it('blames the innermost owner', () => {
    const blamed: string[] = [];
    const inner = () =>
      attributed(
        () => blamed.push('inner'),
        () => blame(new Error('x')),
      );
    expect(attributed(() => blamed.push('outer'), inner)).toBe(true);
    expect(blamed).toEqual(['inner']);
    expect(
      attributed(
        () => blamed.push('outer'),
        () => unattributed(() => blame(new Error('x'))),
      ),
    ).toBe(false);
  });

  it('rejects a call whose timer throws, and keeps the process alive', async () => {
    const { code, out } = await outcome(`
      attributedCall(blame, () => new Promise(() => { setTimeout(() => { throw new Error('x'); }); }))
        .catch((error) => console.log(error.name, error.cause.message));`);
    expect({ code, out }).toEqual({ code: 0, out: 'blamed for x\nOutOfBandError x\nalive\n' });
  });

  it('reports what a call throws out of band after its end, and keeps its result', async () => {
    const reported: unknown[] = [];
    const late = Promise.withResolvers<void>();
    const call = attributedCall(
      (error) => reported.push(error),
      async () => {
        setImmediate(() => {
          blame('late');
          late.resolve();
        });
        return 'done';
      },
    );
    expect(await call).toBe('done');
    await late.promise;
    expect(reported).toEqual(['late']);
    await expect(
      attributedCall(
        () => undefined,
        () => Promise.reject(new Error('own')),
      ),
    ).rejects.toThrow('own');
    const ended = attributedCall(
      () => undefined,
      async () => new Promise(() => void blame('x')),
    );
    await expect(ended).rejects.toBeInstanceOf(OutOfBandError);
  });
});
