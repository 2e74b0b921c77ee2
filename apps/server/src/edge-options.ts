import type { BaseConfig } from './config.ts';

/** Returns whether the public URL of this server is https. */
export const isSecure = (config: Pick<BaseConfig, 'PUBLIC_URL'>) =>
  config.PUBLIC_URL?.startsWith('https:') ?? false;

/** The options of the HTTP edge, from the environment. */
export function edgeOptions(config: BaseConfig) {
  return {
    secure: isSecure(config),
    demoMode: config.DEMO_MODE,
    rateLimitFactor: config.RATE_LIMIT_FACTOR,
    generalLimit: { max: 1_200, windowSeconds: 60, per: 'session' as const },
    trustProxy: config.TRUST_PROXY ?? false,
    // The chat widget runs on other people's websites.
    crossOriginPrefixes: ['/api/visitor/'],
  };
}
