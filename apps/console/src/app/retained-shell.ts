/** Decides when the open pages of an ended session may be shown again, and to which user. */

export type RetainedShellState = {
  /** `hidden`: kept, but not shown until it is known who has logged in. */
  phase: 'none' | 'shown' | 'hidden';
  /** The owner of the pages; null until the server has answered. */
  owner: string | null;
  /** React key of the shell: a new number remounts it empty. */
  life: number;
};

export const noShell: RetainedShellState = { phase: 'none', owner: null, life: 0 };

export type SessionNow = {
  loggedIn: boolean;
  /** The logged-in user as reported by the server; null until it has answered. */
  user: string | null;
  /** The request for the user has failed, so that it isn't known who has logged in. */
  unknown: boolean;
  /** The session ended without a logout, so its user is expected to return. */
  expectedBack: boolean;
};

/**
 * Returns the next state. Pages are kept for the same user only, as identified by the server, and not after a logout.
 */
export function nextShell(shell: RetainedShellState, now: SessionNow): RetainedShellState {
  if (!now.loggedIn) return afterLogOut(shell, now);
  switch (shell.phase) {
    case 'none':
      return { ...shell, phase: 'shown', owner: now.user };
    case 'hidden':
      if (now.user === null && !now.unknown) return shell;
      return now.user === shell.owner ? { ...shell, phase: 'shown' } : another(shell, now.user);
    case 'shown':
      if (now.user === null || now.user === shell.owner) return shell;
      return shell.owner === null ? { ...shell, owner: now.user } : another(shell, now.user);
  }
}

function afterLogOut(shell: RetainedShellState, { expectedBack }: SessionNow): RetainedShellState {
  if (shell.phase === 'none') return shell;
  if (shell.owner === null || !expectedBack) return { ...noShell, life: shell.life + 1 };
  return shell.phase === 'hidden' ? shell : { ...shell, phase: 'hidden' };
}

const another = ({ life }: RetainedShellState, owner: string | null): RetainedShellState => ({
  phase: 'shown',
  owner,
  life: life + 1,
});
