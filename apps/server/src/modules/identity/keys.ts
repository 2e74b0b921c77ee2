import type { Clock } from '../../base/clock.ts';
import { type Challenges, createChallenges } from './two-factor/challenge.ts';
import { createRecoveryKey, type RecoveryKey } from './two-factor/second-factor.ts';
import { type CodeKey, createCodeKey, createRequesterKey, type RequesterKey } from './verification-codes.ts';

export type Keys = {
  codeKey: CodeKey;
  requesterKey: RequesterKey;
  recoveryKey: RecoveryKey;
  challenges: Challenges;
};

/** Returns the keys that identity derives from `APP_SECRET`; the newest secret comes first. */
export function createKeys(secrets: readonly [string, ...string[]], clock: Clock): Keys {
  return {
    codeKey: createCodeKey(secrets[0]),
    requesterKey: createRequesterKey(secrets[0]),
    recoveryKey: createRecoveryKey(secrets),
    challenges: createChallenges(secrets[0], clock.now),
  };
}
