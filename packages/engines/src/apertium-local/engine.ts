/** Apertium as installed on this machine, its pipelines kept alive, one for each direction in use. */
import { execFile } from 'node:child_process';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { type Pair, pickPair } from '../apertium/codes.ts';
import { knownPair } from '../apertium/known-pair.ts';
import { askChunks, streamMask } from '../apertium/mask.ts';
import { timedOut } from '../kit/abort.ts';
import { listAgeMs, remember } from '../kit/remember.ts';
import { translateParts } from '../kit/translate-parts.ts';
import { type Engine, EngineError, type EngineHost, type OpenEngine } from '../spec.ts';
import { Direction } from './direction.ts';

const settings = z.strictObject({
  /** The `apertium` program: a name looked up on the PATH, or a path. Its companions are taken from beside it. */
  program: z.string().min(1).default('apertium'),
  /** Where the language pairs are installed; `modes/` is in it. */
  dataDir: z.string().min(1).default('/usr/share/apertium'),
  /** A pipeline that doesn't answer a piece of text for so long is taken for hung and restarted. */
  silenceMs: z.number().int().min(100).max(60_000).default(5_000),
});
export type ApertiumLocalSettings = z.output<typeof settings>;

export const apertiumLocal: Engine<ApertiumLocalSettings> = {
  manifest: {
    kind: 'apertium-local',
    name: 'Apertium (on this machine)',
    capabilities: { context: false, streaming: false },
    settings,
  },
  async open(chosen, host) {
    return openLocal(chosen, host);
  },
};

function openLocal(chosen: ApertiumLocalSettings, host: EngineHost): OpenEngine {
  const env = environmentOf(chosen.program);
  const ended = new AbortController();
  const directions = new Map<string, Direction>();
  const pairs = remember(host.clock, listAgeMs, ended.signal, (signal) => listPairs(chosen, env, signal));
  const directionOf = ({ source, target }: Pair): Direction => {
    if (ended.signal.aborted) throw new EngineError('unavailable', 'The engine is closed.');
    const mode = `${source}-${target}`;
    const known = directions.get(mode);
    if (known !== undefined) return known;
    const modeFile = join(chosen.dataDir, 'modes', `${mode}.mode`);
    const opened = new Direction({ modeFile, env }, host, chosen.silenceMs);
    directions.set(mode, opened);
    return opened;
  };
  return {
    async supports(source, target) {
      return pickPair(source, target, await pairs(ended.signal)) !== undefined;
    },
    async translate(request) {
      const signal = AbortSignal.any([request.signal, ended.signal]);
      return translateParts({
        parts: request.parts,
        signal,
        mask: streamMask,
        call: async (text) => {
          const direction = directionOf(await knownPair(pairs, request, signal));
          return askChunks(text, (chunk) => direction.ask(chunk, signal));
        },
      });
    },
    async close() {
      ended.abort(new Error('the engine was closed'));
      await Promise.all([...directions.values()].map((direction) => direction.close()));
    },
  };
}

/** Where Debian and most others put programs; any other place is named by the settings. */
const usualPath = '/usr/local/bin:/usr/bin:/bin';

/** Nothing of the server's own environment, where its secrets are; a locale that has UTF-8. */
function environmentOf(program: string): Record<string, string> {
  return {
    PATH: program.includes('/') ? `${dirname(program)}:${usualPath}` : usualPath,
    LANG: 'C.UTF-8',
    LC_ALL: 'C.UTF-8',
  };
}

const run = promisify(execFile);

/** `apertium -l` prints a direction a line, as `  eng-spa`. */
async function listPairs(
  { program, dataDir }: ApertiumLocalSettings,
  env: Record<string, string>,
  signal: AbortSignal,
): Promise<Pair[]> {
  try {
    const { stdout } = await run(program, ['-d', dataDir, '-l'], { env, signal, timeout: 10_000 });
    return [...stdout.matchAll(/^\s*([^\s-]+)-([^\s-]+)\s*$/gm)].map(([, source = '', target = '']) => ({
      source,
      target,
    }));
  } catch (error) {
    if (signal.aborted) throw timedOut(signal);
    const cure = 'On Debian install the packages apertium and apertium-eng-spa (or another pair).';
    throw new EngineError('unavailable', `The program ${program} cannot be run. ${cure}`, { cause: error });
  }
}
