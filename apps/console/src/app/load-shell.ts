/** Logged-out users have no use for the shell: its code comes with the first login, or at once to who is logged in. */
export const loadShell = () => import('./shell/Shell.tsx');
