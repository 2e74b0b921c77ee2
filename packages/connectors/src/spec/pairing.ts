/** The port's shapes of pairing: an account is added by a code that its owner scans with the platform's own app. */
import type { ZodType } from 'zod';
import type { CheckedAccount } from './checked-account.ts';
import type { CredentialField } from './fields.ts';
import type { CallContext } from './network.ts';

/** The values that the owner enters before the first code, by the names of the fields; an empty one is absent. */
export type PairingValues = Readonly<Record<string, string | undefined>>;

export type PairingForm = {
  /** The fields that the owner fills in before the first code; often none. */
  fields: readonly CredentialField[];
  values: ZodType<PairingValues>;
};

/**
 * In any order and number within `pairingLimits`, until the one that ends the pairing: `paired` or `refused`, after which nothing
 * comes. A code replaces the one before.
 */
export type PairingEvent<Credentials = unknown> =
  | {
      kind: 'code';
      /** The content of the code to scan; at most `pairingLimits.codeBytes` bytes of UTF-8. */
      text: string;
      /** The life of the code from now on, ms. */
      validMs: number;
    }
  /** The phone has read the code, and its owner is asked to confirm. */
  | { kind: 'scanned' }
  | {
      kind: 'paired';
      /** They pass `manifest.credentials`, and are at most `pairingLimits.credentialsBytes` bytes of JSON. */
      credentials: Credentials;
      /** As of `CheckResult`: the platform has proved that the credentials are this account's. */
      account: CheckedAccount;
    }
  /** `reason`: as of `CheckResult`; `pairing-expired`: the platform gives out no more codes. */
  | { kind: 'refused'; reason: string };

export type PairingSupport<Credentials = unknown> = {
  /**
   * Pairs an account with the phone that scans its code. Ends, and closes what it has opened, after its last event, when reading
   * stops, and when `context.signal` aborts.
   */
  pair(values: PairingValues, context: CallContext): AsyncIterable<PairingEvent<Credentials>>;
  /**
   * Withdraws credentials of a pairing that weren't stored, so that the phone keeps no unused device. Rejects if it can't.
   */
  unpair(credentials: Credentials, context: CallContext): Promise<void>;
};
