import { logIn } from '@parley/contract/identity';
import { markShown, useToasts } from '@parley/ui';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { LoginVault } from '../../lib/saved-login.ts';
import { challengeOf } from '../../lib/second-step.ts';
import { useSession } from '../../lib/session-context.tsx';

export type LoginValues = { username: string; password: string; remember?: boolean; consent: boolean };

/** Logs an owner in and, depending on the form, remembers or forgets the login. */
export function useLogin(vault: LoginVault | null) {
  const { t } = useTranslation();
  const session = useSession();
  const toasts = useToasts();
  return useMutation({
    mutationFn: async ({ remember, ...given }: LoginValues) => {
      const body = { username: given.username, password: given.password };
      const attempt = await session.client.call(logIn, { body }).then(
        (tokens) => ({ tokens }),
        (problem: unknown) => ({ problem }),
      );
      // A required second step means that the password was right, so the login is remembered regardless.
      if ('problem' in attempt && challengeOf(attempt.problem) === null) throw attempt.problem;
      try {
        await (remember ? vault?.save(body) : vault?.forget());
      } catch {
        // The storage is full or blocked, but the login itself succeeded.
        void toasts.warning(t('identity.notRemembered'));
      }
      if (!('problem' in attempt)) return attempt.tokens;
      markShown(attempt.problem);
      throw attempt.problem;
    },
    onSuccess: session.logIn,
  });
}
