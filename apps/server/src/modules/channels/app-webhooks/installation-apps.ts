/** The apps with which the installation is registered at platforms, from the environment. */
import type { Connector, Connectors } from '@parley/connectors';
import { platformId } from '@parley/contract/catalogues';
import { z } from 'zod';
import { publicUrlOf } from '../../../base/http/public-address.ts';

const takes =
  'a JSON list of apps, each {"platform": "…", "id": "the platform’s id of the app", "secrets": {…}}, at most 50';

export const appIdPattern = /^[\w.-]{1,100}$/;

const app = z.strictObject({
  platform: platformId,
  id: z.string().regex(appIdPattern),
  secrets: z.record(z.string(), z.unknown()),
});

const list = z.string().transform((text, context) => {
  try {
    const read = z.array(app).max(50).safeParse(JSON.parse(text));
    if (read.success) return read.data;
  } catch {
    // The sentence below is the answer to this too.
  }
  context.addIssue({ code: 'custom', message: takes });
  return z.NEVER;
});

/** The variables, for the server's configuration to take in. */
export const channelsEnvironment = z.object({
  PLATFORM_APPS: z.preprocess((value) => (value === '' ? undefined : value), list.optional()),
});

type ChannelsConfig = z.output<typeof channelsEnvironment> & {
  RATE_LIMIT_FACTOR: number;
  PUBLIC_URL?: string | undefined;
};

/** Returns what the environment says about social accounts. `connectors`: those besides this version's. */
export function channelSettings({
  config: { RATE_LIMIT_FACTOR, PUBLIC_URL, PLATFORM_APPS },
  connectors = [],
}: {
  config: ChannelsConfig;
  connectors?: readonly Connector[] | undefined;
}) {
  return {
    moreConnectors: connectors,
    rateLimitFactor: RATE_LIMIT_FACTOR,
    publicUrl: publicUrlOf({ PUBLIC_URL }),
    platformApps: PLATFORM_APPS ?? [],
  };
}

export type ConfiguredApps = readonly z.output<typeof app>[];

export type InstallationApps = {
  /** Returns an app's secrets; undefined: the installation has no such app. */
  secretsOf(platform: string, appId: string): unknown;
};

/** Throws an `Error` whose message begins with the variable's name. */
export function installationApps(
  configured: ConfiguredApps,
  connectors: Pick<Connectors, 'get'>,
): InstallationApps {
  const secrets = new Map<string, unknown>();
  for (const { platform, id, secrets: given } of configured) {
    const name = `${platform} ${id}`;
    const shape = connectors.get(platform)?.app?.secrets;
    if (!shape) throw new Error(`PLATFORM_APPS: accounts of ${platform} are not reached by an app`);
    if (secrets.has(name)) throw new Error(`PLATFORM_APPS: ${name} is named twice`);
    const read = shape.safeParse(given);
    if (!read.success) {
      const fields = [...new Set(read.error.issues.map(({ path }) => path.join('.')))].join(', ');
      throw new Error(`PLATFORM_APPS: the secrets of ${name} are wrong${fields && `: ${fields}`}`);
    }
    secrets.set(name, read.data);
  }
  return { secretsOf: (platform, appId) => secrets.get(`${platform} ${appId}`) };
}
