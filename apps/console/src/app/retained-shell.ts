/** When the opened pages of a session that ended may be shown again, and to whom. */

export type RetainedShellState = {
  /** `resting`: out of sight until it is known who has logged in. */
  phase: 'none' | 'shown' | 'resting';
  /** Whose pages these are; null until the server has told. */
  owner: string | null;
  /** Another number is another shell, with nothing in it. */
  life: number;
};

export const noShell: RetainedShellState = { phase: 'none', owner: null, life: 0 };

export type SessionNow = {
  loggedIn: boolean;
  /** Who is logged in, as the server says; null until it has told. */
  user: string | null;
  /** The server doesn't tell. */
  unknown: boolean;
  /** The session ended on its own: its user is expected back. */
  expectedBack: boolean;
};

/** Only for the same user, as the server names them, anything comes back; whoever leaves on purpose leaves nothing. */
export function nextShell(shell: RetainedShellState, now: SessionNow): RetainedShellState {
  if (!now.loggedIn) return afterLogOut(shell, now);
  switch (shell.phase) {
    case 'none':
      return { ...shell, phase: 'shown', owner: now.user };
    case 'resting':
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
  return shell.phase === 'resting' ? shell : { ...shell, phase: 'resting' };
}

const another = ({ life }: RetainedShellState, owner: string | null): RetainedShellState => ({
  phase: 'shown',
  owner,
  life: life + 1,
});
