import { spawn } from 'node:child_process';
import { createWriteStream, mkdirSync } from 'node:fs';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import pLimit from 'p-limit';

/** One command of the gate. */
export type Step = {
  name: string;
  /** Program and arguments; the program is found on PATH. */
  command: readonly [string, ...string[]];
  /** Shows its output live (test runners), instead of only when it fails. */
  live?: boolean;
};

/** `output`: everything that it printed, whether shown or not. */
export type StepResult = { name: string; ok: boolean; ms: number; output: string };

/**
 * Runs one step in `cwd`; never rejects. Also writes its output to `reports/<name>.log`. A program that can't be started is a
 * failed step whose output contains the reason.
 */
export function runStep(step: Step, cwd: string): Promise<StepResult> {
  const started = performance.now();
  const [program, ...args] = step.command;
  const reports = path.join(cwd, 'reports');
  mkdirSync(reports, { recursive: true });
  const log = createWriteStream(path.join(reports, `${step.name.replaceAll(/[^a-z0-9]+/gi, '-')}.log`));
  const chunks: string[] = [];
  return new Promise((resolve) => {
    const take = (text: string) => {
      log.write(text);
      if (step.live === true) process.stdout.write(text);
      chunks.push(text);
    };
    const end = (ok: boolean) => {
      log.end(() =>
        resolve({ name: step.name, ok, ms: performance.now() - started, output: chunks.join('') }),
      );
    };
    const child = spawn(program, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
    child.stdout.setEncoding('utf8').on('data', take);
    child.stderr.setEncoding('utf8').on('data', take);
    child.once('error', (error) => {
      take(`${program} could not be started: ${error.message}\n`);
      end(false);
    });
    child.once('close', (code) => {
      // After a failed start, `close` follows `error`; only the first resolve counts.
      end(code === 0);
    });
  });
}

/** Runs steps in order, at most `width` at once, and reports each result as it arrives. */
export async function runSteps(
  steps: readonly Step[],
  options: { cwd: string; width: number; onResult: (result: StepResult) => void },
): Promise<StepResult[]> {
  return pLimit(options.width).map(steps, async (step) => {
    const result = await runStep(step, options.cwd);
    options.onResult(result);
    return result;
  });
}

/** Lines of a failed step's output that a summary repeats: the reason is at the end. */
const lastLines = 6;

/** Returns the name of a failed step and the end of its output, as lines for a summary; none for a successful one. */
export function reasonsOf({ name, ok, output }: StepResult): string[] {
  if (ok) return [];
  const lines = stripVTControlCharacters(output)
    .split('\n')
    .filter((line) => line.trim() !== '');
  return [`${name} failed:`, ...lines.slice(-lastLines).map((line) => `  ${line.trimEnd()}`)];
}

/** Returns the table at the end of a run: step, seconds, result. */
export function tableOf(results: readonly StepResult[]): string {
  const width = Math.max(4, ...results.map((result) => result.name.length));
  const row = (name: string, time: string, result: string) =>
    `${name.padEnd(width)}  ${time.padStart(8)}  ${result}`;
  return [
    row('step', 'time', 'result'),
    ...results.map(({ name, ms, ok }) => row(name, `${(ms / 1000).toFixed(1)} s`, ok ? 'ok' : 'FAILED')),
  ].join('\n');
}
