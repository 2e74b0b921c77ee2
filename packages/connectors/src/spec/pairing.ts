/** The port's shapes of pairing: an account is added by scanning a code with the platform's own app. */
import type { ZodType } from 'zod';
import type { CheckedAccount } from './checked-account.ts';
import type { CredentialField } from './fields.ts';
import type { CallContext } from './network.ts';

/** The values that the owner enters before the first code, by field name; empty ones are absent. */
export type PairingValues = Readonly<Record<string, string | undefined>>;

export type PairingForm = {
  /** The fields to fill in before the first code; often none. */
  fields: readonly CredentialField[];
  values: ZodType<PairingValues>;
};

/**
 * Events may come in any order and number within `pairingLimits`. `paired` or `refused` ends the pairing; no event follows. A
 * new code replaces the previous one.
 */
export type PairingEvent<Credentials = unknown> =
  | {
      kind: 'code';
      /** The content of the code to scan; at most `pairingLimits.codeBytes` bytes of UTF-8. */
      text: string;
      /** Remaining lifetime of the code, in ms. */
      validMs: number;
    }
  /** The phone has scanned the code, and the owner is asked to confirm. */
  | { kind: 'scanned' }
  | {
      kind: 'paired';
      /** Must pass `manifest.credentials`, and be at most `pairingLimits.credentialsBytes` bytes of JSON. */
      credentials: Credentials;
      /** As in `CheckResult`: the platform has proved that the credentials are this account's. */
      account: CheckedAccount;
    }
  /** `reason`: as in `CheckResult`. `pairing-expired`: the platform issues no more codes. */
  | { kind: 'refused'; reason: string };

export type PairingSupport<Credentials = unknown> = {
  /**
   * Pairs an account with the phone that scans its code. The iteration ends, and closes what it has opened, after the final
   * event, when the consumer stops reading, or when `context.signal` aborts.
   */
  pair(values: PairingValues, context: CallContext): AsyncIterable<PairingEvent<Credentials>>;
  /**
   * Revokes credentials of a pairing that weren't stored, so that no unused device stays linked to the phone. Rejects if it
   * can't.
   */
  unpair(credentials: Credentials, context: CallContext): Promise<void>;
};
