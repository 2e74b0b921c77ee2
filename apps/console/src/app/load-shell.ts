/** Logged-out users don't need the shell: its code is loaded at the first login, or at once for logged-in users. */
export const loadShell = () => import('./shell/Shell.tsx');
