import { addressReader } from './base/http/address.ts';
import type { BaseConfig } from './config.ts';

/** Returns the parts of the configuration that socket limits need. */
export function socketLimits(config: Pick<BaseConfig, 'TRUST_PROXY' | 'RATE_LIMIT_FACTOR'>) {
  return {
    addressOf: addressReader(config.TRUST_PROXY ?? false),
    rateLimitFactor: config.RATE_LIMIT_FACTOR,
  };
}
