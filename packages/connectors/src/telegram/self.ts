import type { Api } from 'grammy';
import { z } from 'zod';
import { resultOf } from './api.ts';
import type { SelfSource } from './updates.ts';

const bot = z.looseObject({ username: z.string().max(1_000).optional() });

/** Returns the bot of an API client. Its name is requested when first needed, and again if that failed. */
export function createSelfSource(api: Api): SelfSource {
  let known: string | null = null;
  return {
    // A token begins with the bot's id.
    id: Number(api.token.split(':')[0]),
    async username() {
      known ??= await resultOf(bot, api.raw.getMe()).then(
        ({ username }) => username ?? null,
        () => null,
      );
      return known;
    },
  };
}
