/** Parses the installation's engines, and the lines that they form, from the environment. */
import { z } from 'zod';

const unsetWhenEmpty = (value: unknown) => (value === '' ? undefined : value);
const optional = <S extends z.ZodType>(schema: S) => z.preprocess(unsetWhenEmpty, schema.optional());
const address = z.url({ protocol: /^https?$/, error: 'an http or https address' });
const limitTakes = 'milliseconds from 100 to 60000';
const lineSyntax =
  'lines as id=engine,engine;id=engine with ids of a-z, 0-9 and -, e.g. ai=openai,libretranslate;fast=apertium-local';
const linesText = z
  .string()
  .regex(
    /^[a-z0-9-]{1,50}=[a-z0-9-]+(,[a-z0-9-]+)*(;[a-z0-9-]{1,50}=[a-z0-9-]+(,[a-z0-9-]+)*)*;?$/,
    lineSyntax,
  );

const milliseconds = z.coerce
  .number({ error: limitTakes })
  .int({ error: limitTakes })
  .min(100, { error: limitTakes })
  .max(60_000, { error: limitTakes });

/** The environment variables, to be merged into the server's configuration. */
export const translationEnvironment = z.object({
  OPENAI_BASE_URL: optional(address),
  OPENAI_API_KEY: optional(z.string()),
  OPENAI_MODEL: optional(z.string()),
  LIBRETRANSLATE_URL: optional(address),
  LIBRETRANSLATE_API_KEY: optional(z.string()),
  APERTIUM_APY_URL: optional(address),
  /** `auto` to use it if installed, `off`, or the program's path. */
  APERTIUM_LOCAL: z.preprocess(unsetWhenEmpty, z.string().default('auto')),
  TRANSLATION_LINES: optional(linesText),
  ENGINE_TIME_LIMIT_MS: z.preprocess(unsetWhenEmpty, milliseconds.default(8_000)),
});
export type TranslationEnvironment = z.output<typeof translationEnvironment>;

export type EngineConfig = {
  /** The name used in lines and logs. */
  id: string;
  /** The engine's kind in the registry of engines. */
  kind: string;
  settings: Record<string, unknown>;
  limitMs: number;
  /** Maximum number of concurrent messages. */
  places: number;
};
export type LineConfig = { id: string; engines: readonly string[] };
/** `lines` starts with the default line. */
export type EnginesConfig = { engines: readonly EngineConfig[]; lines: readonly LineConfig[] };

/** The line used if nothing else is set; it always exists. */
export const defaultLineId = 'ai';
const places = 32;

/**
 * Throws an `Error` whose message starts with the variable's name. `isInstalled` returns whether a program, given as a path or a
 * name to look up, can be run.
 */
export function enginesConfig(
  env: TranslationEnvironment,
  isInstalled: (program: string) => boolean,
): EnginesConfig {
  const found = [openAi(env), libreTranslate(env), apertiumApy(env), apertiumLocal(env, isInstalled)];
  const engines = found
    .filter((engine) => engine !== null)
    .map((engine) => ({ ...engine, limitMs: env.ENGINE_TIME_LIMIT_MS, places }));
  return {
    engines,
    lines: linesOf(
      env,
      engines.map((engine) => engine.id),
    ),
  };
}

type Found = Pick<EngineConfig, 'id' | 'kind' | 'settings'> | null;

function openAi(env: TranslationEnvironment): Found {
  const { OPENAI_BASE_URL: baseUrl, OPENAI_API_KEY: apiKey, OPENAI_MODEL: model } = env;
  if (baseUrl === undefined && apiKey === undefined && model === undefined) return null;
  if (model === undefined) throw new Error('OPENAI_MODEL: name the model to translate with');
  if (baseUrl === undefined && apiKey === undefined) {
    throw new Error('OPENAI_API_KEY: a key, or OPENAI_BASE_URL for a server that needs none');
  }
  const settings = { baseUrl: baseUrl ?? 'https://api.openai.com/v1', model, ...(apiKey ? { apiKey } : {}) };
  return { id: 'openai', kind: 'openai-chat', settings };
}

function libreTranslate(env: TranslationEnvironment): Found {
  const { LIBRETRANSLATE_URL: baseUrl, LIBRETRANSLATE_API_KEY: apiKey } = env;
  if (baseUrl !== undefined) {
    return {
      id: 'libretranslate',
      kind: 'libretranslate',
      settings: { baseUrl, ...(apiKey ? { apiKey } : {}) },
    };
  }
  if (apiKey !== undefined) throw new Error('LIBRETRANSLATE_URL: the address that the key is for');
  return null;
}

function apertiumApy({ APERTIUM_APY_URL: baseUrl }: TranslationEnvironment): Found {
  return baseUrl === undefined ? null : { id: 'apertium-apy', kind: 'apertium-apy', settings: { baseUrl } };
}

function apertiumLocal(
  { APERTIUM_LOCAL: choice }: TranslationEnvironment,
  isInstalled: (program: string) => boolean,
): Found {
  if (choice === 'off' || (choice === 'auto' && !isInstalled('apertium'))) return null;
  const program = choice === 'auto' ? 'apertium' : choice;
  if (!isInstalled(program))
    throw new Error(`APERTIUM_LOCAL: auto, off or the program's path, not ${program}`);
  return { id: 'apertium-local', kind: 'apertium-local', settings: { program } };
}

/** Returns the default line first, then those of the environment, then each engine alone under its own name. */
function linesOf(env: TranslationEnvironment, engines: readonly string[]): LineConfig[] {
  const written = parseLines(env.TRANSLATION_LINES ?? '', engines);
  const all = [...written, { id: defaultLineId, engines }, ...engines.map((id) => ({ id, engines: [id] }))];
  const byId = new Map<string, LineConfig>();
  for (const line of all) if (!byId.has(line.id)) byId.set(line.id, line);
  const lines = [...byId.values()];
  return [
    ...lines.filter((line) => line.id === defaultLineId),
    ...lines.filter((line) => line.id !== defaultLineId),
  ];
}

function parseLines(text: string, engines: readonly string[]): LineConfig[] {
  const lines: LineConfig[] = [];
  for (const piece of text.split(';').filter((line) => line !== '')) {
    const [id = '', list = ''] = piece.split('=');
    const names = list.split(',');
    const unknown = names.find((name) => !engines.includes(name));
    if (unknown !== undefined) {
      const known = engines.length === 0 ? 'none' : engines.join(', ');
      throw new Error(
        `TRANSLATION_LINES: the line ${id} names ${unknown}; the engines set up here: ${known}`,
      );
    }
    if (new Set(names).size < names.length) {
      throw new Error(`TRANSLATION_LINES: the line ${id} names an engine twice`);
    }
    if (lines.some((line) => line.id === id)) throw new Error(`TRANSLATION_LINES: two lines ${id}`);
    lines.push({ id, engines: names });
  }
  return lines;
}
