/** Apertium as installed on this machine, with a long-lived pipeline for each direction in use. */
import { execFile } from 'node:child_process';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { pickPair } from '../apertium/codes.ts';
import { askChunks, streamMask } from '../apertium/mask.ts';
import { timedOut } from '../kit/abort.ts';
import { closableEngine, type Living } from '../kit/closable-engine.ts';
import { createPairs, type Pair } from '../kit/pairs.ts';
import { translateParts } from '../kit/translate-parts.ts';
import { type Engine, EngineError, type EngineHost } from '../spec.ts';
import { LanguageDirection } from './direction.ts';

const settings = z.strictObject({
  /** The `apertium` program: a name to look up on the PATH, or a path. Its companion programs are run from the same folder. */
  program: z.string().min(1).default('apertium'),
  /** The folder of the language pairs, which contains `modes/`. */
  dataDir: z.string().min(1).default('/usr/share/apertium'),
  /** A pipeline that doesn't answer a text chunk within this time is considered hung and restarted. */
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
    return closableEngine((ended) => openLocal(chosen, host, ended));
  },
};

function openLocal(chosen: ApertiumLocalSettings, host: EngineHost, ended: AbortSignal): Living {
  const env = environmentOf(chosen.program);
  const directions = new Map<string, LanguageDirection>();
  const pairs = createPairs(host.clock, ended, (signal) => listPairs(chosen, env, signal), pickPair);
  const directionOf = ({ source, target }: Pair): LanguageDirection => {
    const mode = `${source}-${target}`;
    const known = directions.get(mode);
    if (known !== undefined) return known;
    const modeFile = join(chosen.dataDir, 'modes', `${mode}.mode`);
    const opened = new LanguageDirection({ modeFile, env }, host, chosen.silenceMs);
    directions.set(mode, opened);
    return opened;
  };
  return {
    supports: pairs.supports,
    translate(request) {
      const { parts, signal } = request;
      const call = async (text: string): Promise<string> => {
        const direction = directionOf(await pairs.find(request));
        return askChunks(text, (chunk) => direction.ask(chunk, signal));
      };
      return translateParts({ parts, signal, mask: streamMask, call });
    },
    async free() {
      await Promise.all([...directions.values()].map((direction) => direction.stop()));
    },
  };
}

/** The folders in which Debian and most others install programs; any other must be set in the settings. */
const usualPath = '/usr/local/bin:/usr/bin:/bin';

/** Returns a clean environment, since the server's own has secrets; with a UTF-8 locale. */
function environmentOf(program: string): Record<string, string> {
  return {
    PATH: program.includes('/') ? `${dirname(program)}:${usualPath}` : usualPath,
    LANG: 'C.UTF-8',
    LC_ALL: 'C.UTF-8',
  };
}

const run = promisify(execFile);

/** Lists the installed pairs. `apertium -l` prints one direction per line, such as `  eng-spa`. */
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
