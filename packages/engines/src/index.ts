/** Public interface of the engines: the port, and every engine that an installation can configure. */

import { apertiumApy } from './apertium-apy/engine.ts';
import { apertiumLocal } from './apertium-local/engine.ts';
import { libreTranslate } from './libretranslate/engine.ts';
import { openAiChat } from './openai-chat/engine.ts';
import type { Engine, EngineHost, EngineManifest, OpenEngine } from './spec.ts';

export * from './spec.ts';

/** An engine whose settings are unchecked data, from a database or the environment. */
export type RegisteredEngine = {
  manifest: EngineManifest<unknown>;
  /** Throws a `ZodError` when the settings don't fit the manifest. */
  open(settings: unknown, host: EngineHost): Promise<OpenEngine>;
};

function register<Settings>(engine: Engine<Settings>): RegisteredEngine {
  return {
    manifest: engine.manifest,
    open: async (settings, host) => engine.open(engine.manifest.settings.parse(settings), host),
  };
}

/** All engines, by kind. */
export const engines: ReadonlyMap<string, RegisteredEngine> = new Map(
  [register(apertiumLocal), register(apertiumApy), register(libreTranslate), register(openAiChat)].map(
    (engine) => [engine.manifest.kind, engine],
  ),
);
