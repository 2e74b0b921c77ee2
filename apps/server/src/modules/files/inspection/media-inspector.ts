/**
 * Has media read in a separate process: they come from anybody, and a decoder that crashes, hangs or fills the memory
 * takes only that process with it.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { waveform } from '@parley/contract/conversations';
import pLimit from 'p-limit';
import { z } from 'zod';
import type { Log } from '../../../base/log.ts';
import { type Inspection, isInspected, type MediaFacts, unknownFacts } from './media-facts.ts';

export type MediaInspector = {
  /**
   * Never rejects: of a medium that can't be read nothing is known. `patience`: ms for which it may wait for others, where
   * no client waits for the answer.
   */
  inspect(inspection: Inspection, patience?: number): Promise<MediaFacts>;
  /** Does the work for a file once, however many ask for it while it is done. */
  once(fileId: string, work: () => Promise<MediaFacts>): Promise<MediaFacts>;
  /** Is there a process? */
  readonly running: boolean;
  /** Ends the process. */
  close(): Promise<void>;
};

/** The bundle has the process in a file beside its own. */
const entry = fileURLToPath(
  new URL(import.meta.url.endsWith('.ts') ? './process.ts' : './media-inspection.js', import.meta.url),
);

const limits = {
  /** ms. A picture of 50 million pixels takes one second or two. */
  timeout: 15_000,
  /**
   * ms. What has waited for longer isn't looked at: media that take all their time, from one sender, must not keep the
   * uploads of others beyond the 30 seconds that clients wait.
   */
  patience: 10_000,
  /** ms without a medium, after which the process ends: it takes 75 MB. */
  idle: 30_000,
  /** Media that wait; what comes beyond them isn't looked at, so that no upload waits for minutes. */
  waiting: 30,
};
/** MB of JavaScript's memory; pictures have theirs outside of it, limited by their pixels. */
const mostMemory = 256;

/** A column of the database holds no more; whatever says so is no medium that anybody has made. */
const count = z.int().min(0).max(2_147_483_647).nullable().catch(null);
const answerSchema = z.union([
  z.object({
    facts: z.object({
      width: count,
      height: count,
      durationMs: count,
      waveform: waveform.nullable().catch(null),
      previewSize: count,
    }),
  }),
  z.object({ problem: z.string() }),
]);

export function createMediaInspector(
  log: Log,
  { timeout, patience, idle, waiting } = limits,
): MediaInspector {
  const one = pLimit(1);
  let child: ChildProcess | null = null;
  let ending: NodeJS.Timeout | undefined;
  let closed = false;

  const running = () => {
    if (child !== null) return child;
    const started = start(log, () => {
      if (child === started) child = null;
    });
    child = started;
    return started;
  };

  const ask = async (inspection: Inspection): Promise<MediaFacts> => {
    clearTimeout(ending);
    if (closed) return unknownFacts;
    const asked = running();
    asked.ref();
    asked.channel?.ref();
    try {
      const answer = await answerOf(asked, inspection, timeout);
      if ('facts' in answer) return answer.facts;
      const { contentType } = inspection;
      log.info({ contentType, problem: answer.problem }, 'a medium could not be read');
      return unknownFacts;
    } finally {
      asked.unref();
      asked.channel?.unref();
      ending = setTimeout(() => {
        child?.kill('SIGKILL');
        // A medium that comes before it is gone gets another one.
        child = null;
      }, idle).unref();
    }
  };

  return {
    async inspect(inspection, waits = patience) {
      if (!isInspected(inspection.contentType) || one.pendingCount >= waiting) return unknownFacts;
      const over = AbortSignal.timeout(waits);
      return one(() => (over.aborted ? unknownFacts : ask(inspection)));
    },
    once: createOnce(),
    get running() {
      return child !== null;
    },
    async close() {
      closed = true;
      clearTimeout(ending);
      await end(child);
    },
  };
}

function createOnce(): MediaInspector['once'] {
  const underWay = new Map<string, Promise<MediaFacts>>();
  return (fileId, work) => {
    const shared = underWay.get(fileId) ?? work().finally(() => underWay.delete(fileId));
    underWay.set(fileId, shared);
    return shared;
  };
}

/** `gone` is called when it has ended, or could not be started. */
function start(log: Log, gone: () => void): ChildProcess {
  // Without the environment, which holds the installation's secrets.
  const started = fork(entry, [], {
    env: {},
    execArgv: [`--max-old-space-size=${mostMemory}`],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  // It is waited for by its questions. A process that could not be started never exits.
  started.on('error', (err) => {
    log.warn({ err }, 'the process that reads media failed');
    if (started.pid === undefined) gone();
  });
  return started.on('exit', gone);
}

/** Kills the process if it doesn't answer in time. */
async function answerOf(
  child: ChildProcess,
  inspection: Inspection,
  timeout: number,
): Promise<z.output<typeof answerSchema>> {
  const over = new AbortController();
  const { signal } = over;
  const timer = setTimeout(() => over.abort(), timeout);
  try {
    const answer = Promise.race([
      once(child, 'message', { signal }),
      once(child, 'exit', { signal }).then(() => [{ problem: 'the process ended' }]),
    ]);
    child.send(inspection, () => undefined);
    const [message] = await answer;
    const parsed = answerSchema.safeParse(message);
    return parsed.success ? parsed.data : { problem: 'no answer' };
  } catch (error) {
    await end(child);
    return { problem: signal.aborted ? 'it took too long' : String(error) };
  } finally {
    clearTimeout(timer);
    // The listener that wasn't needed.
    over.abort();
  }
}

async function end(child: ChildProcess | null): Promise<void> {
  if (child === null || child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}
