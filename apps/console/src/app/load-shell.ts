/** Loads the shell's code: at once for logged-in users, and at the login for others, who don't need it before. */
export const loadShell = () => import('./shell/Shell.tsx');
